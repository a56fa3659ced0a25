// SPDX-License-Identifier: Apache-2.0
// Bounds of expressions: every value that an expression can have lies in them.
#include "arith/analyzer.h"
#include "ir/op.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

bool IsIntegral(DType t) {
  return IsInteger(t) || IsBool(t);
}

}  // namespace

Analyzer::Known Analyzer::KnownOf(const Var& var) const {
  auto it = known_.find(var.get());
  return it == known_.end() ? Known{RangeOf(var->dtype()), Residue()} : it->second;
}

void Analyzer::Learn(const Var& var, const Known& known) {
  auto [it, is_new] = known_.try_emplace(var.get(), known);
  old_.push_back({var.get(), is_new ? std::nullopt : std::optional(it->second)});
  it->second = known;
  Forget();
}

void Analyzer::SetRange(const Var& var, const Interval& range) {
  Learn(var, {ClampTo(var->dtype(), range), KnownOf(var).residue});
}

void Analyzer::SetCallRange(const std::string& op, const std::string& axis, const Interval& range) {
  call_ranges_[{op, axis}] = range;
  Forget();
}

Interval Analyzer::BoundsOf(const Expr& e) {
  if (auto* imm = e.as<IntImmNode>()) return Point(ValueOf(e->dtype(), imm->value));
  if (e.as<VarNode>()) return ComputeBounds(e);
  if (Interval* known = memo_.bounds.Find(e.get())) return *known;
  Interval bounds = ComputeBounds(e);
  memo_.bounds.Insert(e.get(), bounds);
  keep_alive_.push_back(e);
  return bounds;
}

Interval Analyzer::ComputeBounds(const Expr& e) {
  DType t = e->dtype();
  if (!IsIntegral(t)) return RangeOf(t);
  if (e.as<VarNode>()) return KnownOf(RefView<Var>(e)).range;
  if (auto* cast = e.as<CastNode>()) {
    if (!IsIntegral(cast->value->dtype()) || IsBool(t)) return RangeOf(t);
    Interval inner = BoundsOf(cast->value);
    return inner.Within(RangeOf(t)) ? inner : RangeOf(t);
  }
  if (auto* node = e.as<BinaryNode>()) {
    if (!IsInteger(node->a->dtype()) || IsComparison(node->op) || IsLogical(node->op)) return RangeOf(t);
    Interval exact = Apply(node->op, t, BoundsOf(node->a), BoundsOf(node->b));
    return node->op == BinaryOp::Shl && !exact.Within(RangeOf(t)) ? RangeOf(t) : ClampTo(t, exact);
  }
  if (auto* node = e.as<UnaryNode>()) {
    Interval a = BoundsOf(node->a);
    if (node->op == UnaryOp::Neg) return ClampTo(t, Point(0) - a);
    if (node->op == UnaryOp::BitNot) return IsUInt(t) ? Point(RangeOf(t).max) - a : Point(-1) - a;
    return RangeOf(t);
  }
  if (auto* node = e.as<SelectNode>()) return Hull(BoundsOf(node->then_value), BoundsOf(node->else_value));
  if (auto* node = e.as<BroadcastNode>()) return BoundsOf(node->value);
  if (auto* node = e.as<RampNode>())
    return ClampTo(t, BoundsOf(node->base) + BoundsOf(node->stride) * Interval{0, node->lanes - 1});
  return e.as<CallNode>() ? BoundsOfCall(e) : RangeOf(t);
}

Interval Analyzer::BoundsOfCall(const Expr& e) {
  auto* call = e.as<CallNode>();
  DType t = e->dtype();
  std::string op(call->op_name());
  if (op == "if_then_else") return Hull(BoundsOf(call->args[1]), BoundsOf(call->args[2]));
  if (op == "popcount" || op == "clz") return {0, std::min<Wide>(t.bits, RangeOf(t).max)};
  std::string axis(AttrOr<String>(call->attrs, "axis", String("")));
  if (auto it = call_ranges_.find({op, axis}); it != call_ranges_.end()) return it->second;
  const OpRow* row = FindOp(op);
  // Indices of threads and blocks, extents of launches.
  if (row && row->effect == Effect::Thread) return {0, RangeOf(t).max};
  return RangeOf(t);
}

Interval Analyzer::BoundsOfLinear(const Linear& linear) {
  Interval sum = Point(linear.constant);
  for (const Term& term : linear.terms) sum = sum + BoundsOf(term.atom) * Point(term.factor);
  return sum;
}

bool Analyzer::NeverWraps(const Expr& e) {
  DType t = e->dtype();
  auto* node = e.as<BinaryNode>();
  if (IsExact(t) && !(node && node->op == BinaryOp::Shl)) return true;
  Interval exact = RangeOf(t);
  if (node) {
    exact = Apply(node->op, t, BoundsOf(node->a), BoundsOf(node->b));
  } else if (auto* unary = e.as<UnaryNode>()) {
    exact = Point(0) - BoundsOf(unary->a);
  }
  return exact.Within(RangeOf(t));
}

}  // namespace tirx::arith
