// SPDX-License-Identifier: Apache-2.0
// The row that describes one operation. From a row come its script name, printing, verification, code,
// simulation, stub and documentation: nothing about an operation is written anywhere else.
#pragma once

#include <array>

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
  Value,   // an expression, stands in Call::args
  Tensor,  // a tensor variable or a region, stands in Call::args
  Int,     // a compile-time integer, stands in Call::attrs
  Bool,    // likewise
  Text,    // likewise a string; `choices`, if not empty, lists the legal ones: "x|y|z"
  DType,   // likewise the name of a dtype
  Values,  // the rest of the positional operands, any number of expressions; last
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
};

// How exact the simulator is for this op, compared with hardware.
struct Exactness {
  enum Class : uint8_t { Exact, Ulp, Range } kind = Exact;
  int ulp = 0;
};

struct OpRow;
// The type of a call with these operands, or what is wrong with them. `attrs` holds every attribute
// parameter.
using TypeRule = Result<Type> (*)(const OpRow& row, const Array<Expr>& args, const Attrs& attrs,
                                  const Span& span);
using SimFn = void (*)(sim::OpContext&);

struct OpRow {
  static constexpr std::string_view kTable = "intrinsics";
  static constexpr size_t kMaxParams = 8;

  std::string_view name;                     // the path after `T.`: "exp", "gpu.thread_idx"; unique
  std::array<OpParam, kMaxParams> params{};  // ends at the first without a name
  TypeRule type = nullptr;
  Effect effect = Effect::Pure;
  std::string_view min_arch = "";  // of the owning backend: "sm_90"; empty: any
  std::string_view emit =
      "";  // C-family template, {0} {1} operands, {name} attributes; core ops: the backend's own table
  SimFn sim = nullptr;
  Exactness exact{};
  std::string_view doc = "";     // one sentence
  std::string_view source = "";  // the vendor's manual, section

  size_t param_count() const {
    size_t n = 0;
    while (n < kMaxParams && !params[n].name.empty()) ++n;
    return n;
  }
};

// The row of an op by name in the current registry; null when no loaded backend has it.
const OpRow* FindOp(std::string_view name);

// Builds a call with checked operands: `args` are the value operands in parameter order. Attributes that are
// missing take their default.
Result<Expr> MakeCall(const OpRow& row, Array<Expr> args, Attrs attrs, const Span& span);

// Type rules that rows share.
namespace rule {
Result<Type> SameFloat(const OpRow&, const Array<Expr>&, const Attrs&,
                       const Span&);  // all operands one float type
Result<Type> SameInteger(const OpRow&, const Array<Expr>&, const Attrs&,
                         const Span&);  // all operands one integer type
Result<Type> SameNumber(const OpRow&, const Array<Expr>&, const Attrs&,
                        const Span&);  // all operands one type, not bool
Result<Type> FirstOperand(const OpRow&, const Array<Expr>&, const Attrs&,
                          const Span&);  // the first operand's type
Result<Type> FloatTest(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);  // float in, bool out
Result<Type> ReturnsBool(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsInt32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsUInt32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsVoid(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsHandle(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);
Result<Type> ReturnsDTypeAttr(const OpRow&, const Array<Expr>&, const Attrs&, const Span&);  // attrs["dtype"]
}  // namespace rule

}  // namespace tirx::ir
