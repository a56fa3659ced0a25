// SPDX-License-Identifier: Apache-2.0
// Path conditions. A comparison of integers becomes "this sum is at most 0"; a proof adds facts to what is
// asked until bounds alone decide it.
#include <algorithm>

#include "arith/analyzer.h"
#include "ir/op.h"
#include "ir/visit.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Whether the value cannot change while the condition is assumed: nothing is read from memory.
bool IsStable(const Expr& e) {
  bool stable = true;
  Walk(e, [&](const ObjectRef& node) {
    if (node.as<TensorLoadNode>()) stable = false;
    if (auto* call = node.as<CallNode>()) {
      const OpRow* row = FindOp(call->op_name());
      stable &= row && (row->effect == Effect::Pure || row->effect == Effect::Thread);
    }
    return stable;
  });
  return stable;
}

// The comparison that holds when `op` does not.
BinaryOp Opposite(BinaryOp op) {
  switch (op) {
    case BinaryOp::EQ:
      return BinaryOp::NE;
    case BinaryOp::NE:
      return BinaryOp::EQ;
    case BinaryOp::LT:
      return BinaryOp::GE;
    case BinaryOp::LE:
      return BinaryOp::GT;
    case BinaryOp::GT:
      return BinaryOp::LE;
    default:
      return BinaryOp::LT;
  }
}

}  // namespace

Analyzer::Assumption::Assumption(Analyzer* analyzer, const Expr& condition, bool truth)
    : analyzer_(analyzer), facts_(analyzer->facts_.size()), old_(analyzer->old_.size()) {
  analyzer->Assume(condition, truth);
}

Analyzer::Assumption::~Assumption() {
  analyzer_->facts_.resize(facts_);
  auto& old = analyzer_->old_;
  for (; old.size() > old_; old.pop_back()) {
    if (old.back().known) {
      analyzer_->known_[old.back().var] = *old.back().known;
    } else {
      analyzer_->known_.erase(old.back().var);
    }
  }
  analyzer_->Forget();
}

void Analyzer::Define(const Var& var, const Expr& value) {
  if (!IsInteger(value->dtype()) || value->dtype().lanes != 1) return;
  Known known{BoundsOf(value), ResidueOf(value)};
  SetRange(var, known.range);
  SetResidue(var, known.residue);
}

void Analyzer::DefineLoop(const Var& var, const Expr& min, const Expr& extent, const Expr& step) {
  Interval first = BoundsOf(min), trips = BoundsOf(extent), by = BoundsOf(step);
  Residue residue = ResidueOf(min) + MakeResidue(by.IsPoint() ? by.min : 1, 0);
  SetRange(var, {first.min, SaturatingAdd(first.max, std::max<Wide>(trips.max, 1) - 1)});
  SetResidue(var, residue);
}

void Analyzer::DefineExtents(const TensorType& type) {
  for (const Expr& extent : ShapeOf(type))
    if (extent.as<VarNode>()) SetRange(RefCast<Var>(extent), {0, RangeOf(extent->dtype()).max});
}

void Analyzer::Assume(const Expr& condition, bool truth) {
  if (auto* node = condition.as<UnaryNode>(); node && node->op == UnaryOp::Not)
    return Assume(node->a, !truth);
  if (auto* call = condition.as<CallNode>(); call && call->op_name() == "likely")
    return Assume(call->args[0], truth);
  auto* node = condition.as<BinaryNode>();
  if (!node || node->dtype().lanes != 1) return;
  if (node->op == (truth ? BinaryOp::And : BinaryOp::Or)) {
    Assume(node->a, truth);
    Assume(node->b, truth);
    return;
  }
  if (!IsComparison(node->op) || !IsInteger(node->a->dtype()) || !IsStable(condition)) return;
  BinaryOp op = truth ? node->op : Opposite(node->op);
  if (op == BinaryOp::EQ) AssumeRemainder(node->a, node->b);
  bool fits = true;
  Linear less = Combine(ToLinear(node->a, Reading::Through), ToLinear(node->b, Reading::Through), -1, &fits);
  Linear greater = Combine(LinearConstant(0), less, -1, &fits);
  if (!fits) return;
  if (op == BinaryOp::LT || op == BinaryOp::LE || op == BinaryOp::EQ) {
    less.constant += op == BinaryOp::LT;
    AddFact(less);
  }
  if (op == BinaryOp::GT || op == BinaryOp::GE || op == BinaryOp::EQ) {
    greater.constant += op == BinaryOp::GT;
    AddFact(greater);
  }
}

// x % c == d, and x == y.
void Analyzer::AssumeRemainder(const Expr& a, const Expr& b) {
  Residue other = ResidueOf(b);
  auto* node = a.as<BinaryNode>();
  bool is_remainder = node && (node->op == BinaryOp::FloorMod || node->op == BinaryOp::Mod);
  Expr x = is_remainder ? node->a : a;
  if (!x.as<VarNode>()) return;
  Var var = RefCast<Var>(x);
  if (is_remainder) {
    // x differs from its remainder by a multiple of the divisor.
    Wide divisor = ResidueOf(node->b).Divisor();
    if (divisor == 0) return;
    other = other + MakeResidue(divisor, 0);
  }
  SetResidue(var, Meet(KnownOf(var).residue, other));
}

void Analyzer::AddFact(const Linear& not_positive) {
  if (not_positive.IsConstant()) return;
  facts_.push_back(not_positive);
  NarrowAtom(not_positive);
  Forget();
}

// f * x + rest <= 0 bounds a variable x by the bounds of the rest.
void Analyzer::NarrowAtom(const Linear& not_positive) {
  for (const Term& term : not_positive.terms) {
    if (!term.atom.as<VarNode>()) continue;
    Linear rest = not_positive;
    rest.terms.erase(rest.terms.begin() + (&term - not_positive.terms.data()));
    Interval range = BoundsOf(term.atom);
    // f * x <= -rest, which is at most -(least rest).
    Wide limit = -BoundsOfLinear(rest).min;
    if (term.factor > 0) {
      range.max = std::min(range.max, FloorDivide(limit, term.factor));
    } else {
      range.min = std::max(range.min, -FloorDivide(limit, -term.factor));
    }
    // An empty range means that this place is never reached; keeping the old one is right too.
    if (range.min <= range.max) SetRange(RefCast<Var>(term.atom), range);
  }
}

// The nearest conditions are looked at: thousands may hold in a long function.
bool Analyzer::ProvesNotPositive(const Linear& linear) {
  constexpr size_t kMostFacts = 64;
  if (BoundsOfLinear(linear).max <= 0) return true;
  size_t first = facts_.size() - std::min(facts_.size(), kMostFacts);
  for (size_t i = facts_.size(); i-- > first;) {
    bool fits = true;
    Linear rest = Combine(linear, facts_[i], -1, &fits);
    if (fits && BoundsOfLinear(rest).max <= 0) return true;
  }
  return false;
}

}  // namespace tirx::arith
