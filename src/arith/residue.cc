// SPDX-License-Identifier: Apache-2.0
#include "arith/residue.h"

#include <algorithm>

namespace tirx::arith {

using ir::BinaryOp;

namespace {

// Moduli beyond this say nothing that anybody asks for; below it, products are exact.
constexpr Wide kLargestModulus = Wide(1) << 60;

Wide Gcd(Wide a, Wide b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) {
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

Wide LowestBit(Wide value) {
  return value & -value;
}

// A power of two that divides every member's distance to `value`: the low bits that are known.
Wide KnownBits(const Residue& r) {
  return r.modulus == 0 ? kLargestModulus : std::min(LowestBit(r.modulus), kLargestModulus);
}

// A power of two that divides every member.
Wide TrailingZeros(const Residue& r) {
  Wide divisor = r.Divisor();
  return divisor == 0 ? kLargestModulus : std::min(LowestBit(divisor), kLargestModulus);
}

Residue Bitwise(BinaryOp op, const Residue& a, const Residue& b) {
  Wide known = std::min(KnownBits(a), KnownBits(b));
  Wide x = a.value & (known - 1), y = b.value & (known - 1);
  Wide low = op == BinaryOp::BitAnd ? x & y : op == BinaryOp::BitOr ? x | y : x ^ y;
  if (op != BinaryOp::BitAnd) return MakeResidue(known, low);
  // A zero bit on one side is one of the result.
  return Meet(MakeResidue(known, low), MakeResidue(std::max(TrailingZeros(a), TrailingZeros(b)), 0));
}

// x = modulus * k + value, divided by a constant that divides the modulus.
Residue Divide(const Residue& a, Wide divisor, bool truncates, const Interval& bounds) {
  if (divisor <= 0 || a.modulus == 0 || a.modulus % divisor != 0) return Residue();
  bool exact = a.value % divisor == 0;
  if (truncates && !exact && !bounds.IsNonNegative()) return Residue();
  return MakeResidue(a.modulus / divisor, FloorDivide(a.value, divisor));
}

Residue PowerOfTwo(const Residue& exponent) {
  bool known = exponent.modulus == 0 && exponent.value >= 0 && exponent.value < 60;
  return known ? ExactResidue(Wide(1) << int(exponent.value)) : Residue();  // of the latter, the value is 0
}

}  // namespace

bool Residue::Contains(Wide number) const {
  return modulus == 0 ? number == value : FloorRemainder(number, modulus) == value;
}

Wide Residue::Divisor() const {
  return Gcd(modulus, value);
}

Residue ExactResidue(Wide value) {
  return {0, value};
}

Residue MakeResidue(Wide modulus, Wide value) {
  if (modulus < 0) modulus = -modulus;
  if (modulus == 0) return ExactResidue(value);
  if (modulus > kLargestModulus) modulus = std::min(LowestBit(modulus), kLargestModulus);
  return {modulus, FloorRemainder(value, modulus)};
}

Residue operator+(const Residue& a, const Residue& b) {
  return MakeResidue(Gcd(a.modulus, b.modulus), SaturatingAdd(a.value, b.value));
}

Residue operator*(const Residue& a, const Residue& b) {
  Wide value = 0, left = 0, right = 0;
  bool overflows = __builtin_mul_overflow(a.value, b.value, &value) ||
                   __builtin_mul_overflow(a.modulus, b.value, &left) ||
                   __builtin_mul_overflow(b.modulus, a.value, &right);
  if (overflows) return Residue();
  return MakeResidue(Gcd(Gcd(left, right), a.modulus * b.modulus), value);
}

Residue Join(const Residue& a, const Residue& b) {
  return MakeResidue(Gcd(Gcd(a.modulus, b.modulus), a.value - b.value), a.value);
}

Residue Meet(const Residue& a, const Residue& b) {
  if (a.modulus == 0) return a;
  if (b.modulus == 0) return b;
  return a.modulus >= b.modulus ? a : b;
}

Residue ApplyToResidues(BinaryOp op, const Residue& a, const Residue& b, const Interval& a_bounds) {
  switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a + b * ExactResidue(-1);
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::Shl:
      return a * PowerOfTwo(b);
    case BinaryOp::Shr:
      return Divide(a, PowerOfTwo(b).value, false, a_bounds);
    case BinaryOp::FloorDiv:
    case BinaryOp::Div:
      return Divide(a, b.modulus == 0 ? b.value : 0, op == BinaryOp::Div, a_bounds);
    case BinaryOp::FloorMod:
    case BinaryOp::Mod:
      // The remainder differs from the dividend by a multiple of the divisor.
      return MakeResidue(Gcd(a.modulus, b.Divisor()), a.value);
    case BinaryOp::Min:
    case BinaryOp::Max:
      return Join(a, b);
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return Bitwise(op, a, b);
    default:
      return Residue();
  }
}

}  // namespace tirx::arith
