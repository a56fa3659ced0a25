// SPDX-License-Identifier: Apache-2.0
#include "arith/interval.h"

#include <algorithm>

namespace tirx::arith {

using ir::BinaryOp;

namespace {

constexpr Wide kHuge = Wide(1) << 120;

Wide Clip(Wide value) {
  return std::clamp(value, -kHuge, kHuge);
}

// The extremes over the corners of a box, for operations that are monotonic along each side.
template <class F>
Interval Corners(const Interval& a, const Interval& b, F f) {
  Wide v[] = {f(a.min, b.min), f(a.min, b.max), f(a.max, b.min), f(a.max, b.max)};
  return {*std::min_element(v, v + 4), *std::max_element(v, v + 4)};
}

// Divisors of one sign; zero is left out, as dividing by it is undefined.
template <class F>
Interval Divide(const Interval& a, const Interval& b, F f) {
  bool positive = b.max >= 1, negative = b.min <= -1;
  Interval above{std::max<Wide>(b.min, 1), b.max}, below{b.min, std::min<Wide>(b.max, -1)};
  if (positive && negative) return Hull(Corners(a, above, f), Corners(a, below, f));
  if (positive) return Corners(a, above, f);
  if (negative) return Corners(a, below, f);
  return {-kHuge, kHuge};  // always undefined
}

Interval FloorModulo(const Interval& a, const Interval& b) {
  if (b.min >= 1 && a.min >= 0 && a.max < b.min) return a;
  if (b.max <= -1 && a.max <= 0 && a.min > b.max) return a;
  Wide high = std::max<Wide>(b.max - 1, 0), low = std::min<Wide>(b.min + 1, 0);
  // The remainder is between 0 and a when both have the divisor's sign.
  if (b.min >= 1 && a.min >= 0) high = std::min(high, a.max);
  return {low, high};
}

// The sign is the dividend's.
Interval TruncModulo(const Interval& a, const Interval& b) {
  Wide largest = std::max(b.max < 0 ? -b.max : b.max, b.min < 0 ? -b.min : b.min);
  Wide limit = std::max<Wide>(largest - 1, 0);
  return {a.min >= 0 ? 0 : std::max(a.min, -limit), a.max <= 0 ? 0 : std::min(a.max, limit)};
}

// 2^k - 1, the smallest that is not below `value`.
Wide OnesAbove(Wide value) {
  Wide ones = 0;
  while (ones < value) ones = ones * 2 + 1;
  return ones;
}

Interval BitwiseAnd(DType dtype, const Interval& a, const Interval& b) {
  if (a.min >= 0 && b.min >= 0) return {0, std::min(a.max, b.max)};
  if (a.min >= 0) return {0, a.max};
  if (b.min >= 0) return {0, b.max};
  return RangeOf(dtype);
}

Interval BitwiseOr(DType dtype, const Interval& a, const Interval& b, bool exclusive) {
  if (a.min < 0 || b.min < 0) return RangeOf(dtype);
  return {exclusive ? 0 : std::max(a.min, b.min), OnesAbove(std::max(a.max, b.max))};
}

Interval Shift(BinaryOp op, DType dtype, const Interval& a, const Interval& b) {
  Interval amount{std::max<Wide>(b.min, 0), std::min<Wide>(b.max, dtype.bits - 1)};
  if (amount.min > amount.max) return RangeOf(dtype);  // always undefined
  Interval factor{Wide(1) << int(amount.min), Wide(1) << int(amount.max)};
  if (op == BinaryOp::Shl) return a * factor;
  return Corners(a, factor, FloorDivide);
}

}  // namespace

Wide SaturatingAdd(Wide a, Wide b) {
  return Clip(Clip(a) + Clip(b));
}

Wide SaturatingMul(Wide a, Wide b) {
  Wide product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return (a < 0) != (b < 0) ? -kHuge : kHuge;
  return Clip(product);
}

Wide FloorDivide(Wide a, Wide b) {
  Wide quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Wide FloorRemainder(Wide a, Wide b) {
  return a - FloorDivide(a, b) * b;
}

Interval RangeOf(DType t) {
  if (IsBool(t)) return {0, 1};
  if (IsUInt(t)) return {0, (Wide(1) << t.bits) - 1};
  if (IsInt(t)) return {-(Wide(1) << (t.bits - 1)), (Wide(1) << (t.bits - 1)) - 1};
  return {-kHuge, kHuge};
}

Interval ClampTo(DType dtype, const Interval& exact) {
  Interval range = RangeOf(dtype);
  if (exact.Within(range)) return exact;
  if (!IsExact(dtype)) return range;
  Interval cut{std::max(exact.min, range.min), std::min(exact.max, range.max)};
  return cut.min <= cut.max ? cut : range;
}

Interval operator+(const Interval& a, const Interval& b) {
  return {SaturatingAdd(a.min, b.min), SaturatingAdd(a.max, b.max)};
}
Interval operator-(const Interval& a, const Interval& b) {
  return {SaturatingAdd(a.min, -b.max), SaturatingAdd(a.max, -b.min)};
}
Interval operator*(const Interval& a, const Interval& b) {
  return Corners(a, b, SaturatingMul);
}
Interval Hull(const Interval& a, const Interval& b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

Interval Apply(BinaryOp op, DType dtype, const Interval& a, const Interval& b) {
  switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::Div:
      return Divide(a, b, [](Wide x, Wide y) { return x / y; });
    case BinaryOp::FloorDiv:
      return Divide(a, b, FloorDivide);
    case BinaryOp::Mod:
      return TruncModulo(a, b);
    case BinaryOp::FloorMod:
      return FloorModulo(a, b);
    case BinaryOp::Min:
      return {std::min(a.min, b.min), std::min(a.max, b.max)};
    case BinaryOp::Max:
      return {std::max(a.min, b.min), std::max(a.max, b.max)};
    case BinaryOp::BitAnd:
      return BitwiseAnd(dtype, a, b);
    case BinaryOp::BitOr:
      return BitwiseOr(dtype, a, b, false);
    case BinaryOp::BitXor:
      return BitwiseOr(dtype, a, b, true);
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return Shift(op, dtype, a, b);
    default:
      return {0, 1};
  }
}

}  // namespace tirx::arith
