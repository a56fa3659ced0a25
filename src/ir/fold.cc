// SPDX-License-Identifier: Apache-2.0
// Constant folding: exact, and only what is defined. The simplifier (arith/) does the rest.
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/check.h"
#include "base/float_format.h"
#include "ir/arith.h"

namespace tirx::ir {
namespace {

bool FitsSigned(DType t, __int128 value) {
  __int128 limit = __int128(1) << (t.bits - 1);
  return value >= -limit && value < limit;
}

// Arithmetic below 32 bits wraps at the type's own width, signed or not (docs/language.md, "Numbers").
bool Wraps(DType t) {
  return IsUInt(t) || t.bits < 32;
}

std::optional<int64_t> EvalSigned(BinaryOp op, DType t, int64_t a, int64_t b) {
  __int128 x = a, y = b, result = 0;
  switch (op) {
    case BinaryOp::Add:
      result = x + y;
      break;
    case BinaryOp::Sub:
      result = x - y;
      break;
    case BinaryOp::Mul:
      result = x * y;
      break;
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: {
      if (y == 0) return std::nullopt;
      __int128 quotient = x / y, remainder = x % y;
      if (!Wraps(t) && !FitsSigned(t, quotient)) return std::nullopt;
      bool adjust = remainder != 0 && (remainder < 0) != (y < 0);
      if (op == BinaryOp::Div) result = quotient;
      if (op == BinaryOp::Mod) result = remainder;
      if (op == BinaryOp::FloorDiv) result = quotient - adjust;
      if (op == BinaryOp::FloorMod) result = adjust ? remainder + y : remainder;
      break;
    }
    case BinaryOp::Shl:
      if (b < 0 || b >= t.bits) return std::nullopt;
      result = x << b;
      break;
    case BinaryOp::Shr:
      if (b < 0 || b >= t.bits) return std::nullopt;
      result = x >> b;
      break;
    default:
      TIRX_UNREACHABLE("not an arithmetic operator");
  }
  if (FitsSigned(t, result)) return int64_t(result);
  // Shifting bits out is no overflow.
  if (!Wraps(t) && op != BinaryOp::Shl) return std::nullopt;
  int unused = 64 - t.bits;
  return int64_t(uint64_t(result) << unused) >> unused;
}

std::optional<int64_t> EvalUnsigned(BinaryOp op, DType t, uint64_t a, uint64_t b) {
  uint64_t mask = t.bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << t.bits) - 1;
  a &= mask;
  b &= mask;
  switch (op) {
    case BinaryOp::Add:
      return int64_t((a + b) & mask);
    case BinaryOp::Sub:
      return int64_t((a - b) & mask);
    case BinaryOp::Mul:
      return int64_t((a * b) & mask);
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
      if (b == 0) return std::nullopt;
      return int64_t(a / b);
    case BinaryOp::Mod:
    case BinaryOp::FloorMod:
      if (b == 0) return std::nullopt;
      return int64_t(a % b);
    case BinaryOp::Shl:
      if (b >= t.bits) return std::nullopt;
      return int64_t((a << b) & mask);
    case BinaryOp::Shr:
      if (b >= t.bits) return std::nullopt;
      return int64_t(a >> b);
    default:
      TIRX_UNREACHABLE("not an arithmetic operator");
  }
}

template <class T>
std::optional<bool> Compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::EQ:
      return a == b;
    case BinaryOp::NE:
      return a != b;
    case BinaryOp::LT:
      return a < b;
    case BinaryOp::LE:
      return a <= b;
    case BinaryOp::GT:
      return a > b;
    case BinaryOp::GE:
      return a >= b;
    default:
      return std::nullopt;
  }
}

// The decimal with the fewest digits that rounds to `value`, so that computed constants print like written
// ones.
double ShortestDecimal(float value) {
  char text[40];
  if (!std::isfinite(value)) return value;
  *std::to_chars(text, text + sizeof(text) - 1, value).ptr = '\0';
  return std::strtod(text, nullptr);
}

Expr FoldFloats(BinaryOp op, const Expr& a, const Expr& b, const Span& span) {
  auto *x = a.as<FloatImmNode>(), *y = b.as<FloatImmNode>();
  DType t = a->dtype();
  if (!x || !y || !IsIeeeFloat(t) || t.bits < 32) return Expr();
  double left = RoundToType(t, x->value), right = RoundToType(t, y->value);
  if (auto truth = Compare(op, left, right)) return MakeConst(Bool(), *truth, span);
  // Computed in the type itself: rounding a double result again could differ in the last bit.
  auto compute = [&](auto p, auto q) -> std::optional<double> {
    switch (op) {
      case BinaryOp::Add:
        return p + q;
      case BinaryOp::Sub:
        return p - q;
      case BinaryOp::Mul:
        return p * q;
      case BinaryOp::Div:
        return q == 0 ? std::optional<double>() : std::optional<double>(p / q);
      default:
        return std::nullopt;
    }
  };
  auto value = t.bits == 32 ? compute(float(left), float(right)) : compute(left, right);
  if (!value) return Expr();
  return MakeFloat(t, t.bits == 32 ? ShortestDecimal(float(*value)) : *value, span);
}

Expr FoldIntegers(BinaryOp op, const Expr& a, const Expr& b, const Span& span) {
  auto x = ConstInt(a), y = ConstInt(b);
  if (!x || !y) return Expr();
  DType t = a->dtype();
  if (op == BinaryOp::And || op == BinaryOp::Or)
    return MakeConst(Bool(), op == BinaryOp::And ? *x && *y : *x || *y, span);
  auto truth = IsUInt(t) ? Compare(op, uint64_t(*x), uint64_t(*y)) : Compare(op, *x, *y);
  if (truth) return MakeConst(Bool(), *truth, span);
  if (auto value = EvalInt(op, t, *x, *y)) return MakeConst(t, *value, span);
  return Expr();
}

// x + 0, x * 1, x // 1, True and x: identities that hold for every value, NaN and -0.0 included (hence
// integers only).
Expr DropNeutral(BinaryOp op, const Expr& a, const Expr& b) {
  auto x = ConstInt(a), y = ConstInt(b);
  switch (op) {
    case BinaryOp::Add:
      if (x && *x == 0) return b;
      return y && *y == 0 ? a : Expr();
    case BinaryOp::Sub:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return y && *y == 0 ? a : Expr();
    case BinaryOp::Mul:
      if (x && *x == 1) return b;
      return y && *y == 1 ? a : Expr();
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
      return y && *y == 1 ? a : Expr();
    case BinaryOp::And:
      if (x) return *x ? b : a;
      return y && *y ? a : Expr();
    case BinaryOp::Or:
      if (x) return *x ? a : b;
      return y && !*y ? a : Expr();
    default:
      return Expr();
  }
}

}  // namespace

std::optional<int64_t> EvalInt(BinaryOp op, DType t, int64_t a, int64_t b) {
  bool less = IsUInt(t) ? uint64_t(a) < uint64_t(b) : a < b;
  switch (op) {
    case BinaryOp::Min:
      return less ? a : b;
    case BinaryOp::Max:
      return less ? b : a;
    case BinaryOp::BitAnd:
      return a & b;
    case BinaryOp::BitOr:
      return a | b;
    case BinaryOp::BitXor:
      return a ^ b;
    default:
      break;
  }
  if (!IsInteger(t)) return std::nullopt;
  return IsUInt(t) ? EvalUnsigned(op, t, uint64_t(a), uint64_t(b)) : EvalSigned(op, t, a, b);
}

Expr FoldBinary(BinaryOp op, Expr a, Expr b, Span span) {
  if (a->dtype().lanes == 1) {
    if (Expr folded = FoldIntegers(op, a, b, span); folded.defined()) return folded;
    if (Expr folded = FoldFloats(op, a, b, span); folded.defined()) return folded;
    if (Expr kept = DropNeutral(op, a, b); kept.defined()) return kept;
  }
  return Binary(op, std::move(a), std::move(b), std::move(span));
}

Expr FoldUnary(UnaryOp op, Expr a, Span span) {
  DType t = a->dtype();
  if (auto x = ConstInt(a)) {
    if (op == UnaryOp::Not) return MakeConst(t, !*x, span);
    if (op == UnaryOp::BitNot) return MakeConst(t, ~*x, span);
    bool overflows = IsInt(t) && !Wraps(t) && !FitsSigned(t, -__int128(*x));
    if (!overflows) return MakeConst(t, int64_t(0 - uint64_t(*x)), span);
  }
  if (auto* x = a.as<FloatImmNode>(); x && op == UnaryOp::Neg) return MakeFloat(t, -x->value, span);
  if (auto* inner = a.as<UnaryNode>(); inner && op == UnaryOp::Not && inner->op == UnaryOp::Not)
    return inner->a;
  return Unary(op, std::move(a), std::move(span));
}

Expr CastInt(Expr value, DType dtype) {
  if (value->dtype() == dtype) return value;
  if (auto constant = ConstInt(value)) return MakeConst(dtype, *constant, value->span);
  return Cast(dtype, value, value->span);
}

}  // namespace tirx::ir
