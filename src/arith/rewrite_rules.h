// SPDX-License-Identifier: Apache-2.0
// Rewrites that the shape of an expression alone justifies, as text: "min(max(x, y), x)" is "x". What sums,
// divisions and bounds decide is not here; see sum.cc, division.cc, compare.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/expr.h"

namespace tirx::arith {

// What the letters x, y and z of a rule may stand for.
enum class RuleTypes : uint8_t {
  Any,      // values of one type, floats included
  Integer,  // integers of any width: the rule holds where arithmetic wraps
  Exact,    // integers whose overflow is undefined (interval.h)
};

// x y z are values, p q conditions, c d integer constants; the operators are the script's, with `min`, `max`,
// `truncdiv`, `truncmod` and `select` as functions. Operands of operators that commute match in both orders,
// and comparisons mirrored. Where the pattern is defined, the result is and has the same value; it is also
// cheaper, so that rules cannot undo each other.
struct RewriteRule {
  std::string_view pattern, result;
  RuleTypes types = RuleTypes::Integer;
  std::string_view where = "";  // a condition on the constants
};

std::span<const RewriteRule> RewriteRules();

// One side of a rule, read.
struct RuleText {
  enum class Kind : uint8_t { Value, Condition, Constant, Number, Truth, Binary, Unary, Select };
  struct Node {
    Kind kind;
    char letter = 0;           // Value, Condition, Constant
    int64_t number = 0;        // Number, Truth
    ir::BinaryOp binary = {};  // Binary
    ir::UnaryOp unary = {};    // Unary
    std::vector<int> operands = {};
  };
  std::vector<Node> nodes;  // operands before what uses them; the root is the last

  const Node& root() const { return nodes.back(); }
};
RuleText ReadRuleText(std::string_view text);

// What the letters stand for.
struct RuleBindings {
  static constexpr std::string_view kLetters = "xyzpqcd";
  ir::Expr values[kLetters.size()];
  ir::Expr& operator[](char letter) { return values[kLetters.find(letter)]; }
};

// The expression that a side of a rule is, with `dtype` for its numbers. Nothing when constants in it have no
// defined result; with `fold` false, operations are left as they are written.
std::optional<ir::Expr> Instantiate(const RuleText& text, RuleBindings bindings, DType dtype,
                                    bool fold = true);

// `e` by the first rule that matches it; nothing when none does. `e` must have no effects.
std::optional<ir::Expr> RewriteByRule(const ir::Expr& e);

}  // namespace tirx::arith
