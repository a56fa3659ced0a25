// SPDX-License-Identifier: Apache-2.0
// Comparisons, minimum and maximum of integers: decided by the difference, or cancelled on both sides.
#include <numeric>

#include "arith/analyzer.h"
#include "ir/arith.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

BinaryOp Mirrored(BinaryOp op) {
  switch (op) {
    case BinaryOp::LT:
      return BinaryOp::GT;
    case BinaryOp::LE:
      return BinaryOp::GE;
    case BinaryOp::GT:
      return BinaryOp::LT;
    case BinaryOp::GE:
      return BinaryOp::LE;
    default:
      return op;
  }
}

Wide Magnitude(Wide value) {
  return value < 0 ? -value : value;
}

Wide CommonFactor(const std::vector<Term>& terms) {
  Wide g = 0;
  for (const Term& term : terms) {
    Wide a = g, b = Magnitude(term.factor);
    while (b != 0) a = std::exchange(b, a % b);
    g = a;
  }
  return g;
}

}  // namespace

std::optional<bool> Analyzer::Decide(BinaryOp op, const Expr& a, const Expr& b) {
  if (op == BinaryOp::GT || op == BinaryOp::GE) return Decide(Mirrored(op), b, a);
  if (op == BinaryOp::NE) {
    auto equal = Decide(BinaryOp::EQ, a, b);
    return equal ? std::optional<bool>(!*equal) : std::nullopt;
  }
  bool fits = true;
  Linear difference = Combine(ToLinear(a, Reading::Through), ToLinear(b, Reading::Through), -1, &fits);
  Linear negated = Combine(LinearConstant(0), difference, -1, &fits);
  if (!fits) return std::nullopt;
  auto plus = [](Linear linear, Wide constant) {
    linear.constant += constant;
    return linear;
  };
  // difference < 0, and difference > 0
  auto below = [&] { return ProvesNotPositive(plus(difference, 1)); };
  auto above = [&] { return ProvesNotPositive(plus(negated, 1)); };
  auto not_above = [&] { return ProvesNotPositive(difference); };
  auto not_below = [&] { return ProvesNotPositive(negated); };
  if (op == BinaryOp::LT)
    return below() ? std::optional(true) : not_below() ? std::optional(false) : std::nullopt;
  if (op == BinaryOp::LE)
    return not_above() ? std::optional(true) : above() ? std::optional(false) : std::nullopt;
  if (below() || above()) return false;
  if (!ResidueOfLinear(difference).Contains(0)) return false;
  return not_above() && not_below() ? std::optional(true) : std::nullopt;
}

Expr Analyzer::SimplifyCompare(const Expr& e, const BinaryNode& node) {
  if (!IsInteger(node.a->dtype())) return e;
  if (auto truth = Decide(node.op, node.a, node.b)) return MakeConst(Bool(), *truth, e->span);
  return CancelInCompare(e, node);
}

// Positive terms to the left, negative ones to the right, a common factor divided out; kept where that is
// cheaper.
Expr Analyzer::CancelInCompare(const Expr& e, const BinaryNode& node) {
  bool plain = node.a.as<VarNode>() && (node.b.as<VarNode>() || node.b.as<IntImmNode>());
  if (plain && !node.a.same_as(node.b)) return e;
  DType t = node.a->dtype();
  bool fits = true;
  Linear difference =
      Combine(ToLinear(node.a, Reading::Integer), ToLinear(node.b, Reading::Integer), -1, &fits);
  if (!fits || difference.IsConstant()) return e;
  BinaryOp op = node.op;
  Linear left, right;
  for (const Term& term : difference.terms) {
    if (term.factor > 0) {
      left.terms.push_back(term);
    } else {
      right.terms.push_back({term.atom, -term.factor});
    }
  }
  // left + constant OP right
  Wide constant = difference.constant;
  if (left.terms.empty()) {
    std::swap(left, right);
    constant = -constant;
    op = Mirrored(op);
  }
  if (right.terms.empty()) {
    // g * x OP bound
    Wide g = CommonFactor(left.terms), bound = -constant;
    for (Term& term : left.terms) term.factor /= g;
    bool round_up = op == BinaryOp::LT || op == BinaryOp::GE;
    if (g > 1 && (op == BinaryOp::EQ || op == BinaryOp::NE) && bound % g != 0) return e;
    right.constant = round_up ? -FloorDivide(-bound, g) : FloorDivide(bound, g);
  } else if (constant > 0) {
    left.constant = constant;
  } else {
    right.constant = -constant;
  }
  std::vector<Linear> known = SumsIn(node.a, Reading::Integer);
  for (const Linear& sum : SumsIn(node.b, Reading::Integer)) known.push_back(sum);
  Expr a = Build(left, t, known, false), b = Build(right, t, known, false);
  return a.defined() && b.defined() ? Cheaper(e, FoldBinary(op, a, b, e->span)) : e;
}

Expr Analyzer::SimplifyMinMax(const Expr& e, const BinaryNode& node) {
  if (!IsInteger(e->dtype())) return e;
  bool is_min = node.op == BinaryOp::Min;
  if (auto ordered = Decide(BinaryOp::LE, node.a, node.b); ordered && *ordered)
    return is_min ? node.a : node.b;
  if (auto ordered = Decide(BinaryOp::LE, node.b, node.a); ordered && *ordered)
    return is_min ? node.b : node.a;
  return e;
}

}  // namespace tirx::arith
