// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_facts.h"

#include <algorithm>

namespace tirx::codegen {

using ir::Expr;

bool IndexFacts::NonNegative(const Expr& expr) {
  return IsUInt(expr->dtype()) || analyzer_.BoundsOf(expr).IsNonNegative();
}

int64_t IndexFacts::Divisor(const Expr& expr) {
  constexpr arith::Wide kLargest = 1 << 30;  // alignments are far below
  arith::Wide divisor = analyzer_.ResidueOf(expr).Divisor();
  return int64_t(std::min(divisor & -divisor, kLargest));
}

}  // namespace tirx::codegen
