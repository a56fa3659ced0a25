// SPDX-License-Identifier: Apache-2.0
// Sums of integer multiples of atoms, over the mathematical integers: what comparing, dividing and cancelling
// index arithmetic comes down to.
#pragma once

#include <vector>

#include "arith/interval.h"

namespace tirx::arith {

struct Term {
  ir::Expr atom;
  Wide factor;
};

struct Linear {
  std::vector<Term> terms;  // different atoms in order of first appearance, no factor is 0
  Wide constant = 0;

  bool IsConstant() const { return terms.empty(); }
};

// Beyond these, an expression is left alone: the cost of comparing terms, and room for further arithmetic.
inline constexpr size_t kMaxTerms = 16;
inline constexpr Wide kMaxFactor = Wide(1) << 66;

// Whether two expressions have the same value wherever both are evaluated: they are equal in structure and
// their evaluation has no effect.
bool SameValue(const ir::Expr& a, const ir::Expr& b);
// Whether the expression may be evaluated more or less often: no calls that do something.
bool HasNoEffects(const ir::Expr& e);

Linear LinearConstant(Wide constant);
Linear LinearAtom(const ir::Expr& atom);
// a + b * scale; `fits` becomes false when the result exceeds the limits above.
Linear Combine(const Linear& a, const Linear& b, Wide scale, bool* fits);
bool operator==(const Linear& a, const Linear& b);

}  // namespace tirx::arith
