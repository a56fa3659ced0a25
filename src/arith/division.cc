// SPDX-License-Identifier: Apache-2.0
// Division and remainder. Everything is shown for the mathematical integers; dividends that may wrap are
// atoms.
#include <algorithm>

#include "arith/analyzer.h"
#include "ir/arith.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// linear = divisor * quotient + rest, where the rest holds the terms that are no multiples.
struct Split {
  Linear quotient, rest;
};
Split SplitBy(const Linear& linear, Wide divisor) {
  Split split;
  for (const Term& term : linear.terms) {
    if (term.factor % divisor == 0) {
      split.quotient.terms.push_back({term.atom, term.factor / divisor});
    } else {
      split.rest.terms.push_back(term);
    }
  }
  split.quotient.constant = FloorDivide(linear.constant, divisor);
  split.rest.constant = FloorRemainder(linear.constant, divisor);
  return split;
}

// The constant divisor above 1 of a floor operation; 0 otherwise.
int64_t DivisorOf(const Expr& e, BinaryOp op) {
  auto* node = e.as<BinaryNode>();
  auto divisor = node && node->op == op ? ConstInt(node->b) : std::nullopt;
  return divisor && *divisor > 0 ? *divisor : 0;
}

}  // namespace

Expr Analyzer::SimplifyDivision(const Expr& e, const BinaryNode& node) {
  bool is_div = node.op == BinaryOp::Div || node.op == BinaryOp::FloorDiv;
  Interval divisor = BoundsOf(node.b);
  if (!is_div && divisor.IsPoint() && divisor.min > 0) {
    Residue remainder = ResidueOf(node.a);
    bool known = remainder.modulus % divisor.min == 0 &&
                 (node.op == BinaryOp::FloorMod || remainder.value % divisor.min == 0);
    if (known) return MakeConst(e->dtype(), int64_t(FloorRemainder(remainder.value, divisor.min)), e->span);
  }
  if (node.op == BinaryOp::Div || node.op == BinaryOp::Mod) {
    // Truncating is the same as floor where nothing is negative; floor is the normal form.
    bool same = BoundsOf(node.a).IsNonNegative() && BoundsOf(node.b).IsNonNegative();
    if (!same) return e;
    return FoldBinary(is_div ? BinaryOp::FloorDiv : BinaryOp::FloorMod, node.a, node.b, e->span);
  }
  if (divisor.IsPoint() && divisor.min > 0) return DivideByConstant(e, node, divisor.min);
  return divisor.IsPoint() ? e : DivideByExpr(e, node);
}

Expr Analyzer::DivideByConstant(const Expr& e, const BinaryNode& node, Wide divisor) {
  DType t = e->dtype();
  bool is_div = node.op == BinaryOp::FloorDiv;
  std::vector<Linear> known = SumsIn(node.a, Reading::Integer);
  Linear dividend = ToLinear(node.a, Reading::Integer);
  Split split = SplitBy(dividend, divisor);
  bool fits = true;
  Expr best = e;
  auto consider = [&](const Expr& candidate) { best = Cheaper(best, candidate); };
  // The rest lies between two multiples: quotient and remainder are sums.
  Interval rest = BoundsOfLinear(split.rest);
  Wide low = FloorDivide(rest.min, divisor);
  if (low == FloorDivide(rest.max, divisor)) {
    Linear exact = is_div ? Combine(split.quotient, LinearConstant(low), 1, &fits)
                          : Combine(split.rest, LinearConstant(low * divisor), -1, &fits);
    if (fits) consider(Build(exact, t, known, true));
  }
  auto divide = [&](const Linear& part, Wide by) -> Expr {
    Expr built = Build(part, t, known, false);
    if (!built.defined()) return built;
    return FoldBinary(is_div ? BinaryOp::FloorDiv : BinaryOp::FloorMod, built, MakeConst(t, int64_t(by)),
                      e->span);
  };
  auto with_quotient = [&](const Expr& value) -> Expr {
    if (!value.defined() || split.quotient.terms.empty())
      return split.quotient.constant == 0 ? value : Expr();
    Linear sum = Combine(split.quotient, LinearAtom(value), 1, &fits);
    return fits ? Build(sum, t, known, true) : Expr();
  };
  // Multiples of the divisor leave the dividend.
  consider(is_div ? with_quotient(divide(split.rest, divisor)) : divide(split.rest, divisor));
  // (g * x + s) // (g * d) with 0 <= s < g is x // d; the remainder is g * (x % d) + s.
  for (const Term& term : split.rest.terms) {
    Wide g = term.factor < 0 ? -term.factor : term.factor;
    if (g <= 1 || divisor % g != 0) continue;
    Split inner = SplitBy(split.rest, g);
    Interval small = BoundsOfLinear(inner.rest);
    if (small.min < 0 || small.max >= g) continue;
    Expr value = divide(inner.quotient, divisor / g);
    if (is_div) {
      consider(with_quotient(value));
    } else if (value.defined()) {
      consider(Build(Combine(inner.rest, LinearAtom(value), g, &fits), t, known, true));
    }
  }
  // (x // a) // b is x // (a * b); (x % a) % b is x % b where b divides a.
  bool single = dividend.constant == 0 && dividend.terms.size() == 1 && dividend.terms[0].factor == 1;
  int64_t inner = single ? DivisorOf(dividend.terms[0].atom, node.op) : 0;
  if (inner > 0) {
    Expr x = dividend.terms[0].atom.as<BinaryNode>()->a;
    Wide product = SaturatingMul(inner, divisor);
    if (is_div && product <= RangeOf(t).max)
      consider(FoldBinary(BinaryOp::FloorDiv, x, MakeConst(t, int64_t(product)), e->span));
    if (!is_div && inner % divisor == 0) consider(FoldBinary(BinaryOp::FloorMod, x, node.b, e->span));
  }
  return best;
}

// (q * y + r) // y is q where 0 <= r < y; without a rest for every y that may divide.
Expr Analyzer::DivideByExpr(const Expr& e, const BinaryNode& node) {
  DType t = e->dtype();
  Linear dividend = ToLinear(node.a, Reading::Integer), quotient, rest = LinearConstant(dividend.constant);
  for (const Term& term : dividend.terms) {
    auto* product = term.atom.as<BinaryNode>();
    bool is_product = product && product->op == BinaryOp::Mul && NeverWraps(term.atom);
    bool fits = true;
    if (SameValue(term.atom, node.b)) {
      quotient.constant += term.factor;
    } else if (is_product && SameValue(product->b, node.b)) {
      quotient = Combine(quotient, LinearAtom(product->a), term.factor, &fits);
    } else if (is_product && SameValue(product->a, node.b)) {
      quotient = Combine(quotient, LinearAtom(product->b), term.factor, &fits);
    } else {
      rest.terms.push_back(term);
    }
    if (!fits) return e;
  }
  bool exact = rest.IsConstant() && rest.constant == 0;
  if (!exact) {
    bool fits = true;
    Linear below = Combine(LinearConstant(0), rest, -1, &fits);
    Linear above = Combine(rest, ToLinear(node.b, Reading::Integer), -1, &fits);
    above.constant += 1;
    if (!fits || !ProvesNotPositive(below) || !ProvesNotPositive(above)) return e;
  }
  std::vector<Linear> known = SumsIn(node.a, Reading::Integer);
  return Cheaper(e, Build(node.op == BinaryOp::FloorDiv ? quotient : rest, t, known, true));
}

}  // namespace tirx::arith
