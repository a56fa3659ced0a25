// SPDX-License-Identifier: Apache-2.0
// The row that describes one operation. From a row come its script name, printing, verification, code,
// simulation, stub and documentation: nothing about an operation is written anywhere else.
#pragma once

#include <array>
#include <span>

#include "base/hook.h"
#include "base/type_set.h"
#include "diag/result.h"
#include "ir/expr.h"

namespace tirx::sim {
struct OpContext;  // the simulator's; rows only carry the pointer
}

namespace tirx::ir {

enum class Effect : uint8_t {
  Pure,    // depends on its operands alone: may be moved, merged, dropped
  Thread,  // pure, but differs between threads or blocks: indices, lane ids
  Read,    // reads memory
  Update,  // reads or writes memory: atomics
  Sync,    // orders threads: barriers, shuffles, votes
  Opaque,  // anything else: calls into unknown code, printing
};

enum class ParamKind : uint8_t {
  Value,    // an expression, stands in Call::args
  Tensor,   // a tensor variable or a region, stands in Call::args
  Element,  // likewise a tensor element A[i], or a pointer to one: the operation gets its address
  Int,      // a compile-time integer, stands in Call::attrs
  Bool,     // likewise
  Text,     // likewise a string; `choices`, if not empty, lists the legal ones: "x|y|z"
  DType,    // likewise the name of a dtype
  Values,   // the rest of the positional operands, any number of expressions; last
};

// Whether such a parameter stands in Call::attrs.
constexpr bool IsAttribute(ParamKind kind) {
  return kind == ParamKind::Int || kind == ParamKind::Bool || kind == ParamKind::Text ||
         kind == ParamKind::DType;
}

struct OpParam {
  std::string_view name;
  ParamKind kind = ParamKind::Value;
  std::string_view choices = "";
  std::string_view fallback =
      "";  // how the default is spelt in a script; empty: required. "None": may be left out
  TypeSet types =
      kAnyType;  // of a value or element: the scalars it may be; `OpRow::type` need not check that
};

// The dtype of what such an operand points to; nothing when `operand` is neither.
std::optional<DType> ElementDType(const Expr& operand);

// A value of one of these scalar types. Literals take the first one that is not less general than their own.
constexpr OpParam Operand(std::string_view name, TypeSet types) {
  return {name, ParamKind::Value, "", "", types};
}
constexpr OpParam Element(std::string_view name, TypeSet types) {
  return {name, ParamKind::Element, "", "", types};
}

struct OpRow;
// The type of a call with these operands, or what is wrong with them. `attrs` holds every attribute
// parameter.
using TypeRule =
    Hook<Result<Type>(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span)>;
using SimFn = Hook<void(sim::OpContext&)>;

struct OpRow {
  static constexpr std::string_view kTable = "intrinsics";
  static constexpr size_t kMaxParams = 8;

  std::string_view name;                     // the path after `T.`: "exp", "gpu.thread_idx"; unique
  std::array<OpParam, kMaxParams> params{};  // ends at the first without a name
  TypeRule type = nullptr;
  Effect effect = Effect::Pure;
  bool uniform = false;  // effects Thread and Sync: all active lanes of a subgroup get the same result
  std::string_view min_arch = "";  // of the owning backend: "sm_90"; empty: any
  std::string_view emit =
      "";  // C-family template, {0} {1} operands, {name} attributes; core ops: the backend's own table
  std::string_view needs = "";  // the prelude rows that `emit` uses, separated by blanks
  SimFn sim = nullptr;
  int ulp = 0;  // on float32: how far a device may be from the exact result, in units in the last place
  std::string_view doc = "";     // one sentence
  std::string_view source = "";  // the vendor's manual, section

  size_t param_count() const {
    size_t n = 0;
    while (n < kMaxParams && !params[n].name.empty()) ++n;
    return n;
  }
  // The parameter that takes the value operand at `index`; null when there are fewer.
  const OpParam* operand(size_t index) const;
};

// Operations that belong together, in the order in which they are listed.
struct OpFamilyRow {
  static constexpr std::string_view kTable = "intrinsic_families";
  std::string_view name;
  std::string_view doc;
  std::span<const OpRow> rows;
};

// The row of an op by name in the current registry; null when no loaded backend has it.
const OpRow* FindOp(std::string_view name);

// Builds a call with checked operands: `args` are the value operands in parameter order. Attributes that are
// missing take their default. A literal's type is the caller's business; `LiteralType` says which one fits.
Result<Expr> MakeCall(const OpRow& row, Array<Expr> args, Attrs attrs, const Span& span);

// The type in which a literal stands for this parameter: `type` where that is accepted, otherwise the first
// accepted one that it converts to.
DType LiteralType(const OpParam& param, DType type);

// For type rules: the operand at `index` is not what it must be, which `rule` says. Points at the operand.
Failure WrongOperand(const OpRow& row, const Array<Expr>& args, size_t index, std::string_view rule,
                     const Span& span);

// Type rules that rows share.
namespace rule {
Result<Type> SameFloat(const OpRow&, const Array<Expr>&, const Attrs&,
                       const Span&);  // all operands one float type
Result<Type> SameInteger(const OpRow&, const Array<Expr>&, const Attrs&,
                         const Span&);  // all operands one integer type
Result<Type> SameTypes(const OpRow&, const Array<Expr>&, const Attrs&,
                       const Span&);  // all operands one type, as the parameters say
Result<Type> SameNumber(const OpRow&, const Array<Expr>&, const Attrs&,
                        const Span&);  // all operands one type, not bool
Result<Type> OfElement(const OpRow&, const Array<Expr>&, const Attrs&,
                       const Span&);  // what operand 0 points to; other operands are of that type
Result<Type> FirstOperand(const OpRow&, const Array<Expr>&, const Attrs&,
                          const Span&);  // the first operand's type
Result<Type> FloatTest(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);  // float in, bool out
Result<Type> ReturnsBool(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsInt32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsUInt32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsInt64(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsUInt64(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsFloat32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsVoid(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsHandle(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsDTypeAttr(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);  // attrs["dtype"]
}  // namespace rule

}  // namespace tirx::ir
