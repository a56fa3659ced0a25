// SPDX-License-Identifier: Apache-2.0
#include "ir/arith.h"

#include <cmath>
#include <cstdio>

#include "base/check.h"
#include "base/float_format.h"

namespace tirx::ir {
namespace {

int64_t MinValue(DType t) {
  return IsInt(t) ? (t.bits >= 64 ? INT64_MIN : -(int64_t(1) << (t.bits - 1))) : 0;
}
// Of signed types and of unsigned ones below 64 bits.
int64_t MaxValue(DType t) {
  if (IsBool(t)) return 1;
  int bits = IsInt(t) ? t.bits - 1 : t.bits;
  return bits >= 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
}
std::string MaxName(DType t) {
  return IsUInt(t) && t.bits == 64 ? std::to_string(UINT64_MAX) : std::to_string(MaxValue(t));
}

std::string Quoted(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string Shortest(double value) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  bool integral = std::string_view(text).find_first_not_of("-0123456789") == std::string_view::npos;
  return std::string(text) + (integral ? ".0" : "");
}

double MaxFinite(DType t) {
  if (auto format = FloatFormatOf(t)) return LargestFinite(*format);
  return t.bits == 32 ? 0x1.FFFFFEp127 : 0x1.FFFFFFFFFFFFFp1023;
}

}  // namespace

Expr MakeConst(DType dtype, int64_t value, Span span) {
  if (dtype.lanes > 1) return Broadcast(MakeConst(ScalarOf(dtype), value, span), dtype.lanes, span);
  if (IsFloating(dtype)) return FloatImm(dtype, double(value), std::move(span));
  return IntImm(dtype, value, std::move(span));
}

Expr MakeFloat(DType dtype, double value, Span span) {
  if (dtype.lanes > 1) return Broadcast(MakeFloat(ScalarOf(dtype), value, span), dtype.lanes, span);
  return FloatImm(dtype, value, std::move(span));
}

Result<Expr> ConstantOf(DType dtype, int64_t value, const Span& span) {
  DType t = ScalarOf(dtype);
  if (IsFloating(t)) return ConstantOf(dtype, double(value), span);
  bool fits = IsHandle(t) ? value == 0
                          : value >= MinValue(t) && (value <= MaxValue(t) || (IsUInt(t) && t.bits == 64));
  if (!fits)
    return Fail(DK::ConstantOutOfRange, span,
                {std::to_string(value), DTypeName(t), std::to_string(MinValue(t)), MaxName(t)});
  return MakeConst(dtype, value, span);
}

Result<Expr> ConstantOf(DType dtype, double value, const Span& span) {
  DType t = ScalarOf(dtype);
  if (!IsFloating(t))
    return Fail(DK::TypeMismatch, span,
                {"operands", "the float literal `" + Shortest(value) + "`", DTypeName(t)});
  double limit = MaxFinite(t);
  if (std::isfinite(value) && std::fabs(value) > limit)
    return Fail(DK::ConstantOutOfRange, span,
                {Shortest(value), DTypeName(t), Shortest(-limit), Shortest(limit)});
  return MakeFloat(dtype, value, span);
}

std::optional<DType> MixedType(DType a, DType b) {
  int lanes = std::max(a.lanes, b.lanes);
  if (a.lanes != b.lanes && a.lanes != 1 && b.lanes != 1) return std::nullopt;
  DType x = ScalarOf(a), y = ScalarOf(b);
  if (x == y) return WithLanes(x, lanes);
  if ((IsInt(x) && IsInt(y)) || (IsUInt(x) && IsUInt(y))) return WithLanes(x.bits > y.bits ? x : y, lanes);
  bool small_x = x == Float(16) || x == BFloat16(), small_y = y == Float(16) || y == BFloat16();
  if ((small_x && y == Float(32)) || (small_y && x == Float(32))) return Float(32, lanes);
  return std::nullopt;
}

Expr WidenTo(Expr value, DType dtype) {
  DType t = value->dtype();
  if (ScalarOf(t) != ScalarOf(dtype)) {
    DType scalar = WithLanes(dtype, t.lanes);
    if (auto constant = ConstInt(value); constant && IsInteger(dtype)) {
      value = MakeConst(scalar, *constant, value->span);
    } else {
      value = Cast(scalar, value, value->span);
    }
  }
  if (value->dtype().lanes != dtype.lanes) value = Broadcast(value, dtype.lanes, value->span);
  return value;
}

namespace {

// The rule that the operator puts on its (already mixed) operand type; empty: fine.
std::string_view BrokenRule(BinaryOp op, DType t) {
  switch (op) {
    case BinaryOp::Div:
      return IsFloating(t) ? "" : "a float; for integers use `//` (floor) or `T.truncdiv`";
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Mod:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return IsInteger(t) ? "" : "an integer";
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return IsInteger(t) || IsBool(t) ? "" : "an integer or a bool";
    case BinaryOp::And:
    case BinaryOp::Or:
      return IsBool(t) ? "" : "a bool; compare it with something";
    case BinaryOp::EQ:
    case BinaryOp::NE:
      return IsVoid(t) ? "a number, a bool or a pointer" : "";
    default:
      return IsInteger(t) || IsFloating(t) ? "" : "a number";
  }
}

Failure BadOperand(std::string_view op, std::string_view which, const Expr& value, std::string_view rule,
                   const Span& span) {
  return Fail(DK::WrongOperandType, span, {Quoted(op), which, TypeName(value->ty), rule});
}

}  // namespace

Result<Expr> TypedBinary(BinaryOp op, Expr a, Expr b, const Span& span) {
  std::string_view symbol = InfoOf(op).symbol;
  for (const Expr& side : {a, b}) {
    if (std::string_view rule = BrokenRule(op, side->dtype()); !rule.empty())
      return BadOperand(symbol, side.same_as(a) ? "left" : "right", side, rule, span);
  }
  auto mixed = MixedType(a->dtype(), b->dtype());
  if (!mixed)
    return Fail(DK::TypeMismatch, span, {Quoted(symbol), DTypeName(a->dtype()), DTypeName(b->dtype())});
  return FoldBinary(op, WidenTo(std::move(a), *mixed), WidenTo(std::move(b), *mixed), span);
}

Result<Expr> TypedUnary(UnaryOp op, Expr a, const Span& span) {
  DType t = a->dtype();
  bool fine = op == UnaryOp::Not      ? IsBool(t)
              : op == UnaryOp::BitNot ? IsInteger(t)
                                      : IsInt(t) || IsFloating(t);
  std::string_view rule = op == UnaryOp::Not      ? "a bool; compare it with something"
                          : op == UnaryOp::BitNot ? "an integer"
                                                  : "a signed integer or a float";
  if (!fine) return BadOperand(InfoOf(op).symbol, "operand", a, rule, span);
  return FoldUnary(op, std::move(a), span);
}

Result<Expr> TypedSelect(Expr condition, Expr then_value, Expr else_value, const Span& span) {
  if (!IsBool(condition->dtype())) return BadOperand("T.Select", "condition", condition, "a bool", span);
  auto mixed = MixedType(then_value->dtype(), else_value->dtype());
  if (!mixed)
    return Fail(DK::TypeMismatch, span, {"`T.Select`", TypeName(then_value->ty), TypeName(else_value->ty)});
  return Expr(Select(std::move(condition), WidenTo(std::move(then_value), *mixed),
                     WidenTo(std::move(else_value), *mixed), span));
}

}  // namespace tirx::ir
