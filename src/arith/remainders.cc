// SPDX-License-Identifier: Apache-2.0
// Remainders of expressions: every value that an expression can have is a member of its Residue.
#include "arith/analyzer.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// What is left of a remainder when the value is reduced to the type's width.
Residue Wrapped(DType dtype, const Residue& exact) {
  return exact + MakeResidue(Wide(1) << std::min<int>(dtype.bits, 60), 0);
}

}  // namespace

void Analyzer::SetResidue(const Var& var, const Residue& residue) {
  Learn(var, {KnownOf(var).range, residue});
}

Residue Analyzer::ResidueOf(const Expr& e) {
  if (auto* imm = e.as<IntImmNode>()) return ExactResidue(ValueOf(e->dtype(), imm->value));
  if (e.as<VarNode>()) return ComputeResidue(e);
  if (Residue* known = memo_.residues.Find(e.get())) return *known;
  Residue residue = ComputeResidue(e);
  memo_.residues.Insert(e.get(), residue);
  keep_alive_.push_back(e);
  return residue;
}

Residue Analyzer::ComputeResidue(const Expr& e) {
  DType t = e->dtype();
  if (!IsInteger(t)) return Residue();
  if (e.as<VarNode>()) return KnownOf(RefView<Var>(e)).residue;
  if (auto* node = e.as<BroadcastNode>()) return ResidueOf(node->value);
  if (t.lanes != 1) return Residue();
  if (Interval bounds = BoundsOf(e); bounds.IsPoint()) return ExactResidue(bounds.min);
  if (auto* cast = e.as<CastNode>()) {
    if (!IsInteger(cast->value->dtype())) return Residue();
    Residue inner = ResidueOf(cast->value);
    return BoundsOf(cast->value).Within(RangeOf(t)) ? inner : Wrapped(t, inner);
  }
  if (auto* node = e.as<BinaryNode>()) {
    Residue exact = ApplyToResidues(node->op, ResidueOf(node->a), ResidueOf(node->b), BoundsOf(node->a));
    return NeverWraps(e) ? exact : Wrapped(t, exact);
  }
  if (auto* node = e.as<UnaryNode>()) {
    Residue exact = ResidueOf(node->a) * ExactResidue(-1);
    if (node->op == UnaryOp::BitNot) exact = exact + ExactResidue(-1);
    return IsExact(t) ? exact : Wrapped(t, exact);
  }
  if (auto* node = e.as<SelectNode>()) return Join(ResidueOf(node->then_value), ResidueOf(node->else_value));
  auto* call = e.as<CallNode>();
  bool chooses = call && call->op_name() == "if_then_else";
  return chooses ? Join(ResidueOf(call->args[1]), ResidueOf(call->args[2])) : Residue();
}

Residue Analyzer::ResidueOfLinear(const Linear& linear) {
  Residue sum = ExactResidue(linear.constant);
  for (const Term& term : linear.terms) sum = sum + ResidueOf(term.atom) * ExactResidue(term.factor);
  return sum;
}

std::optional<Wide> Analyzer::ConstantDifference(const Expr& a, const Expr& b) {
  bool fits = true;
  Linear difference = Combine(ToLinear(a, Reading::Through), ToLinear(b, Reading::Through), -1, &fits);
  if (!fits || !difference.IsConstant()) return std::nullopt;
  return difference.constant;
}

}  // namespace tirx::arith
