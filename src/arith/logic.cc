// SPDX-License-Identifier: Apache-2.0
// Booleans, selects and casts. The lazy ones (`and`, `or`, `if_then_else`) know their condition inside.
#include "arith/analyzer.h"
#include "ir/arith.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

Expr Analyzer::SimplifyLogic(const Expr& e, const BinaryNode& node) {
  bool is_and = node.op == BinaryOp::And;
  if (SameValue(node.a, node.b)) return Sub(node.a);
  Expr a = Sub(node.a);
  if (auto constant = ConstInt(a)) return (*constant != 0) == is_and ? Sub(node.b) : a;
  Expr b = SubUnder(node.b, a, is_and);
  if (auto constant = ConstInt(b)) {
    if ((*constant != 0) == is_and) return a;
    if (IsPure(a)) return b;
  }
  if (SameValue(a, b)) return a;
  return a.same_as(node.a) && b.same_as(node.b) ? e : FoldBinary(node.op, a, b, node.span);
}

Expr Analyzer::SimplifyUnary(const Expr& e, const UnaryNode& node) {
  DType t = e->dtype();
  if (node.op == UnaryOp::Neg) return IsInteger(t) ? SimplifySum(e) : e;
  auto* inner = node.a.as<UnaryNode>();
  if (inner && inner->op == node.op) return inner->a;
  auto* compare = node.a.as<BinaryNode>();
  bool flips = node.op == UnaryOp::Not && compare && IsComparison(compare->op);
  // Not for floats: NaN is neither below nor not below.
  if (!flips || !IsInteger(compare->a->dtype())) return e;
  static constexpr BinaryOp kOpposite[] = {BinaryOp::NE, BinaryOp::EQ, BinaryOp::GE,
                                           BinaryOp::GT, BinaryOp::LE, BinaryOp::LT};
  BinaryOp opposite = kOpposite[int(compare->op) - int(BinaryOp::EQ)];
  return FoldBinary(opposite, compare->a, compare->b, e->span);
}

Expr Analyzer::SimplifyCast(const Expr& e, const CastNode& node) {
  DType to = e->dtype(), from = node.value->dtype();
  if (to == from) return node.value;
  if (!IsInteger(from) && !IsBool(from)) return e;
  if (auto constant = ConstInt(node.value)) {
    if (IsInteger(to)) return MakeConst(to, *constant, e->span);
    bool exact = IsIeeeFloat(to) && to.bits >= 32 && -(1 << 24) <= *constant && *constant <= (1 << 24);
    return exact ? MakeFloat(to, double(*constant), e->span) : e;
  }
  // A conversion that keeps every value can be left out in between.
  auto* inner = node.value.as<CastNode>();
  if (!inner || !IsInteger(to) || !IsInteger(inner->value->dtype()) || !IsInteger(from)) return e;
  if (!BoundsOf(inner->value).Within(RangeOf(from))) return e;
  return inner->value->dtype() == to ? inner->value : Cast(to, inner->value, e->span);
}

Expr Analyzer::SimplifySelect(const Expr& e, const SelectNode& node) {
  if (auto constant = ConstInt(node.condition)) {
    const Expr& kept = *constant ? node.then_value : node.else_value;
    return IsPure(*constant ? node.else_value : node.then_value) ? kept : e;
  }
  return SameValue(node.then_value, node.else_value) && IsPure(node.condition) ? node.then_value : e;
}

Expr Analyzer::SimplifyLazySelect(const Expr& e, const CallNode& node) {
  Expr condition = Sub(node.args[0]);
  if (auto constant = ConstInt(condition)) return Sub(node.args[*constant ? 1 : 2]);
  Expr then_value = SubUnder(node.args[1], condition, true),
       else_value = SubUnder(node.args[2], condition, false);
  if (SameValue(then_value, else_value) && IsPure(condition)) return then_value;
  bool same =
      condition.same_as(node.args[0]) && then_value.same_as(node.args[1]) && else_value.same_as(node.args[2]);
  if (same) return e;
  return Call(node.ty, node.callee, {condition, then_value, else_value}, node.attrs, node.span);
}

}  // namespace tirx::arith
