// SPDX-License-Identifier: Apache-2.0
// Conversions of values and of bits.
#include "codegen/c_printer.h"

namespace tirx::codegen {
namespace {

// Types between which C's own conversion means what the language's does; from floats to integers it does not.
bool ConvertsLikeC(TypeSet from, TypeSet to) {
  constexpr TypeSet kNumbers = kBool | kInteger, kReals = kF32 | kF64;
  if (from & kNumbers) return to & (kNumbers | kReals);
  if (from & kReals) return to & (kReals | kBool);
  return (from & kHandle) && (to & kHandle);
}

}  // namespace

const CastRow* FunctionPrinter::FindCast(std::span<const CastRow> rows, DType from, DType to) const {
  for (const CastRow& row : rows)
    if ((row.from & SetOf(from)) && (row.to & SetOf(to))) return &row;
  return nullptr;
}

// The row that converts a vector at once; null where `expr` is none, or is converted lane by lane.
const CastRow* FunctionPrinter::VectorCast(const ir::Expr& expr) const {
  auto* cast = expr.as<ir::CastNode>();
  bool even = expr->dtype().lanes > 1 && expr->dtype().lanes % 2 == 0;
  return cast && even ? FindCast(dialect_.vector_casts, cast->value->dtype(), expr->dtype()) : nullptr;
}

CText FunctionPrinter::FromCast(const CastRow& row, DType from, DType to, const CText& value) {
  TemplateInput input;
  input.operands = {value};
  input.type = TypeOf(to, span_);
  input.short_type = ShortName(to);
  input.operand_type = TypeOf(from, span_);
  input.operand_short_type = ShortName(from);
  file_.prelude.Need(row.needs, to, from);
  return ExpandTemplate(row.text, input);
}

CText FunctionPrinter::CastText(DType from, DType to, const CText& value, const Span& span) {
  if (from == to) return value;
  if (const CastRow* row = FindCast(dialect_.casts, from, to)) return FromCast(*row, from, to, value);
  if (ConvertsLikeC(SetOf(from), SetOf(to))) return {"(" + TypeOf(to, span) + ")" + value.At(kUnary), kUnary};
  // Small floats convert exactly to float32, so only the second step rounds.
  if (to != Float(32) && (SetOf(from) & dialect_.wide_types))
    return CastText(Float(32), to, CastText(from, Float(32), value, span), span);
  // What a small float can hold is held by float32 exactly; what it cannot, rounds or saturates alike from
  // there.
  if (from != Float(32) && (SetOf(to) & dialect_.wide_types))
    return CastText(Float(32), to, CastText(from, Float(32), value, span), span);
  Report(DK::CodegenNoEmission, span, dialect_.language, "a conversion from " + DTypeName(from),
         " to " + DTypeName(to));
  return {"0"};
}

CText FunctionPrinter::BitCastText(DType from, DType to, const CText& value, const Span& span) {
  if (from == to) return value;
  bool scalars = from.lanes == 1 && to.lanes == 1;
  if (scalars) {
    if (const CastRow* row = FindCast(dialect_.bit_casts, from, to)) return FromCast(*row, from, to, value);
    if ((SetOf(from) & kInteger) && (SetOf(to) & kInteger)) return CastText(from, to, value, span);
  }
  TypeOf(from, span);
  TypeOf(to, span);
  file_.prelude.Need("reinterpret", to, from);
  return {"reinterpret_" + ShortName(from) + "_" + ShortName(to) + "(" + value.At(kAssign) + ")"};
}

}  // namespace tirx::codegen
