// SPDX-License-Identifier: Apache-2.0
// Sets of consecutive integers. Bounds are 128 bits wide, so every value of every integer type and most
// products are exact; what does not fit saturates.
#pragma once

#include "base/dtype.h"
#include "ir/expr.h"

namespace tirx::arith {

using Wide = __int128;

struct Interval {
  Wide min = 0, max = 0;

  bool IsPoint() const { return min == max; }
  bool Within(const Interval& outer) const { return outer.min <= min && max <= outer.max; }
  bool IsNonNegative() const { return min >= 0; }
};

inline Interval Point(Wide value) {
  return {value, value};
}
inline bool operator==(const Interval& a, const Interval& b) {
  return a.min == b.min && a.max == b.max;
}

// Saturating: far outside of every type, far inside of Wide.
Wide SaturatingAdd(Wide a, Wide b);
Wide SaturatingMul(Wide a, Wide b);

Wide FloorDivide(Wide a, Wide b);  // b is not 0
Wide FloorRemainder(Wide a, Wide b);

// The number that an IntImm of the type stands for: of unsigned 64-bit values it stores the bits.
inline Wide ValueOf(DType dtype, int64_t stored) {
  return IsUInt(dtype) && dtype.bits == 64 ? Wide(uint64_t(stored)) : Wide(stored);
}

// The values of an integer type or bool.
Interval RangeOf(DType dtype);
// Types in which overflow is undefined, so that every value that exists is the exact one. Narrow integers are
// not among them: their arithmetic wraps (docs/language.md, "Numbers").
inline bool IsExact(DType dtype) {
  return IsInt(dtype) && dtype.bits >= 32;
}
// The values of an operation whose exact result lies in `exact`: cut off where overflow is undefined,
// everything where the result may wrap.
Interval ClampTo(DType dtype, const Interval& exact);

Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval Hull(const Interval& a, const Interval& b);
// The exact result of an operation of ir/ops.def on integers of type `dtype`; comparisons give [0, 1].
// Results that are undefined (division by zero) are left out.
Interval Apply(ir::BinaryOp op, DType dtype, const Interval& a, const Interval& b);

}  // namespace tirx::arith
