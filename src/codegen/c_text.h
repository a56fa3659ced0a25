// SPDX-License-Identifier: Apache-2.0
// CText: the text of a C expression with how tightly it binds, so that parentheses stand only where they are
// needed.
#pragma once

#include <string>
#include <utility>

namespace tirx::codegen {

// C's operator precedence, larger binds tighter (ISO C, 6.5).
enum Precedence : int {
  kComma = 1,
  kAssign,
  kConditional,
  kLogicalOr,
  kLogicalAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelational,
  kShift,
  kAdditive,
  kMultiplicative,
  kUnary,
  kPostfix,
};

struct CText {
  std::string text;
  int precedence = kPostfix;

  // The text where something that binds with `at_least` must stand.
  std::string At(int at_least) const { return precedence >= at_least ? text : "(" + text + ")"; }
};

}  // namespace tirx::codegen
