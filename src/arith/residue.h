// SPDX-License-Identifier: Apache-2.0
// Sets of integers that leave the same remainder: what is known of `4 * i + 1` when nothing is known of `i`.
// Alignment, divisibility and "never equal" are read off them.
#pragma once

#include "arith/interval.h"

namespace tirx::arith {

// All integers value + k * modulus. A modulus of 0: the value alone; of 1: every integer. Otherwise
// 0 <= value < modulus.
struct Residue {
  Wide modulus = 1, value = 0;

  bool IsEverything() const { return modulus == 1; }
  bool Contains(Wide number) const;
  // The largest number that divides every member; 0 when only 0 is a member.
  Wide Divisor() const;
};

inline bool operator==(const Residue& a, const Residue& b) {
  return a.modulus == b.modulus && a.value == b.value;
}

Residue ExactResidue(Wide value);
// The multiples of `modulus`, moved by `value`.
Residue MakeResidue(Wide modulus, Wide value);

Residue operator+(const Residue& a, const Residue& b);
Residue operator*(const Residue& a, const Residue& b);
// What holds for members of either.
Residue Join(const Residue& a, const Residue& b);
// What is known when both hold. Moduli that do not divide one another: the better one of the two.
Residue Meet(const Residue& a, const Residue& b);

// The result of an operation of ir/ops.def over the mathematical integers. The bounds of the first operand
// say where truncating and floor division agree. Comparisons and the like give everything.
Residue ApplyToResidues(ir::BinaryOp op, const Residue& a, const Residue& b, const Interval& a_bounds);

}  // namespace tirx::arith
