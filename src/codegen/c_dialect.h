// SPDX-License-Identifier: Apache-2.0
// A dialect of C, as tables: what a backend supplies so that the C-family printer (codegen/c_family.h) writes
// its language.
//
// Templates of operations and casts. `{0}` `{1}` are operands (parenthesised where needed; each at most once,
// since it would be evaluated twice: use a prelude function instead), `{&0}` is the address of a tensor
// element, `{T}` `{t}` the C type and short name of the result, `{s}` the suffix
// of C's functions for it ("f" for float32), `{T0}` `{t0}` those of operand 0, `{axis}` an
// attribute, `{scope:block=_block}` an attribute mapped to text (nothing for values that are not listed),
// `{"format"}` an attribute as a string literal, `{*}` all operands, each after ", ". `{{` and `}}` are
// braces. Prelude texts may use `{T}` `{t}`, `{F}` `{f}` (a second type: what is converted) and `{fn}` (the
// dialect's qualifiers of small functions); other braces are C's.
#pragma once

#include <span>
#include <string_view>

#include "base/type_set.h"
#include "ir/function.h"
#include "target/target.h"

namespace tirx::codegen {

// How an element type is spelt, and its constants. `literal` wraps the text of a finite number: its
// decimal or hexadecimal text with the suffix `f` for `{0}`, or the bit pattern for `{bits}`. Empty: a plain
// literal of C.
struct TypeRow {
  TypeSet type = 0;
  std::string_view name;
  std::string_view literal = "";
  std::string_view infinity = "",
                   nan = "";    // of floats; the negative infinity is this with a minus before it
  std::string_view needs = "";  // prelude rows, separated by blanks
};

// A vector type that the language has, with elements .x .y .z .w and a make function. Others become structs.
struct VectorRow {
  TypeSet type = 0;
  int lanes = 0;
  std::string_view name;
  std::string_view make = "";  // "make_float4"
};

// What `when` may ask about the place of a call.
struct EmitSite {
  const ir::CallNode* call;  // null for operators
  const ir::FunctionNode* function;
};

struct EmitRow {
  std::string_view op;       // the op's name; operators by their names in ir/ops.def: "floordiv"
  TypeSet types = kAnyType;  // of operand 0, or of the result when there is none
  std::string_view text;
  std::string_view needs = "";  // prelude rows, separated by blanks; instances for {T} of the result
  int min_arch = 0;             // compared with Dialect::arch_number
  bool (*when)(const EmitSite&) = nullptr;
};

struct CastRow {
  TypeSet from = 0, to = 0;
  std::string_view text;
  std::string_view needs = "";
};

// A part of the file's head, present when something needs it: an include, a macro, a small function. Rows are
// printed in table order; a text with `{t}` or `{f}` once for each type that it was needed for.
struct PreludeRow {
  std::string_view name;
  std::string_view text;
  std::string_view needs = "";
  bool types_are_defined_first = true;  // false for includes
};

// Where the language wants a tensor of a scope declared, and only in kernels unless it is `Here`.
enum class Declared : uint8_t {
  Here,           // where the script allocates it
  FunctionStart,  // before the kernel's first statement
  Parameter,      // as the kernel's last parameter: whoever launches says how large it is
};

// Storage scopes: how a tensor there is declared and what a pointer into it carries. `declare` may use
// {align} (Dialect::align or nothing) {bytes} ("16") {T} {name} {n}; empty: such a tensor cannot be
// allocated.
struct ScopeRow {
  std::string_view scope;
  std::string_view declare = "";
  std::string_view pointer = "";  // "__local " in languages with address spaces
  int min_alignment = 0;          // bytes: allocations here are always aligned to that
  Declared declared = Declared::Here;
};

struct Dialect {
  std::string_view language = {};
  std::span<const TypeRow> types = {};
  std::span<const VectorRow> vectors = {};
  std::span<const ScopeRow> scopes = {};
  std::span<const EmitRow> ops = {};    // before the rows that all dialects share (c_ops.cc)
  std::span<const CastRow> casts = {};  // C's own conversions are known
  // Of vectors with an even number of lanes, at once: `{T}` and the others are of the vector types. Where
  // there is none, lane by lane.
  std::span<const CastRow> vector_casts = {};
  std::span<const CastRow> bit_casts = {};
  std::span<const PreludeRow> prelude = {};
  std::string_view reserved = {};  // identifiers that no generated name may have, besides those in the tables
  // Names that no generated function may have, since it would clash with the headers' or replace it.
  std::string_view library_functions = {};

  std::string_view kernel_prefix = {}, function_prefix = {},
                   helper_prefix = {};  // what stands before the return type
  std::string_view restrict_word = {};
  std::string_view const_word = {};  // before the element type of pointers that a kernel only reads through
  std::string_view tensor_map_param = {}, tensor_map_needs = {};  // the type of a tensor map parameter
  std::string_view struct_literal = {};  // `{T}` before the braces of a struct value: C++ "{T}", C "({T})"
  std::string_view alignas_needs = {};   // prelude rows for the word `alignas`
  std::string_view align = "alignas({bytes}) ";                  // before what is to be aligned
  std::string_view long_suffix = "LL";                           // of 64-bit literals
  std::string_view unroll = {}, unroll_by = {}, no_unroll = {};  // lines before a loop; `{n}` in unroll_by
  std::string_view simd = {};  // before a loop of kind `vectorized`, whose iterations are independent
  std::string_view print_function = {}, trap = {},
                   trap_needs = {};  // for assert: a printf, and the call that stops the thread
  // The operation whose calls bring the text of a function along, as attributes `function` and `source_code`.
  std::string_view text_call = "";
  TypeSet wide_types = 0;  // converted through float32, and computed in it where no row has the operation

  // Attributes of a kernel between `void` and its name, checked.
  Result<std::string> (*kernel_attributes)(const ir::Function& kernel) = nullptr;
  // The number of an architecture ("sm_90a": 90), which EmitRow::min_arch is compared with; 0 for "".
  int (*arch_number)(std::string_view arch) = nullptr;
};

// Rows that hold in every C dialect: the math library, floor division.
std::span<const EmitRow> SharedOps();
std::span<const PreludeRow> SharedPrelude();

const TypeRow* FindType(const Dialect& dialect, DType t);
const VectorRow* FindVector(const Dialect& dialect, DType t);
const ScopeRow* FindScope(const Dialect& dialect, std::string_view scope);

}  // namespace tirx::codegen
