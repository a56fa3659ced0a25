// SPDX-License-Identifier: Apache-2.0
// What the structure of a function says about its integers: which cannot be negative (so that C's `/` is a
// floor division) and what they are multiples of (so that a vector access is aligned).
#pragma once

#include "arith/analyzer.h"
#include "ir/stmt.h"

namespace tirx::codegen {

class IndexFacts {
 public:
  // Learns what is bound, and what an `if` knows in its branches.
  arith::Analyzer* analyzer() { return &analyzer_; }

  bool NonNegative(const ir::Expr& expr);
  // A power of two that divides every value of `expr`; 0 when the value is 0.
  int64_t Divisor(const ir::Expr& expr);

 private:
  arith::Analyzer analyzer_;
};

}  // namespace tirx::codegen
