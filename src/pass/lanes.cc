// SPDX-License-Identifier: Apache-2.0
#include "pass/lanes.h"

#include "ir/arith.h"
#include "ir/op.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

Expr LaneRange::Last() const {
  return first + MakeConst(first->dtype(), step * (lanes - 1));
}

LaneValues::LaneValues(arith::Analyzer* analyzer, const For& loop, int64_t step, int64_t trips)
    : analyzer_(analyzer), var_(loop->var), step_(step), trips_(trips) {
  varying_.emplace(var_.get(), var_);
  arith::Interval first = analyzer_->BoundsOf(loop->min);
  arith::Residue residue = analyzer_->ResidueOf(loop->min) + arith::MakeResidue(step, 0);
  analyzer_->SetRange(var_, {first.min, first.max + step * (trips - 1)});
  analyzer_->SetResidue(var_, residue);
}

void LaneValues::Define(const Var& var, const Expr& value) {
  varying_.emplace(var.get(), Expanded(value));
}

bool LaneValues::Varies(const Expr& e) const {
  bool found = false;
  Walk(e, [&](const ObjectRef& node) {
    found |= varying_.count(node.get()) != 0;
    return !found;
  });
  return found;
}

Expr LaneValues::Expanded(const Expr& e) const {
  return Substitute(e, varying_);
}

std::optional<int64_t> LaneValues::Stride(const Expr& e) const {
  if (!Varies(e)) return 0;
  if (trips_ == 1) return 1;
  // All iterations that have a next one.
  arith::Analyzer::Assumption inside(analyzer_, True());
  arith::Interval all = analyzer_->BoundsOf(var_);
  analyzer_->SetRange(var_, {all.min, all.max - step_});
  Expr value = Expanded(e), next = At(e, Expr(var_) + MakeConst(var_->dtype(), step_));
  auto difference = analyzer_->ConstantDifference(analyzer_->Simplify(next), analyzer_->Simplify(value));
  if (!difference || *difference < INT32_MIN || *difference > INT32_MAX) return std::nullopt;
  return int64_t(*difference);
}

Expr LaneValues::At(const Expr& e, const Expr& iteration) const {
  return Substitute(Expanded(e), VarMap{{var_.get(), iteration}});
}

bool LaneValues::IsSteady(const Expr& e) {
  bool steady = true;
  Walk(e, [&](const ObjectRef& node) {
    if (node.as<TensorLoadNode>()) steady = false;
    if (auto* call = node.as<CallNode>()) {
      const OpRow* row = FindOp(call->op_name());
      steady &= row && (row->effect == Effect::Pure || row->effect == Effect::Thread);
    }
    return steady;
  });
  return steady;
}

bool LaneValues::IsSafe(const Expr& e) const {
  bool safe = IsSteady(e);
  Walk(e, [&](const ObjectRef& node) {
    auto* binary = node.as<BinaryNode>();
    if (!binary || !IsInteger(binary->a->dtype()) || IsComparison(binary->op)) return safe;
    bool divides = binary->op >= BinaryOp::Div && binary->op <= BinaryOp::FloorMod;
    bool shifts = binary->op == BinaryOp::Shl || binary->op == BinaryOp::Shr;
    arith::Interval a = analyzer_->BoundsOf(binary->a), b = analyzer_->BoundsOf(binary->b);
    if (divides && b.min <= 0) safe = false;
    if (shifts && (b.min < 0 || b.max >= binary->dtype().bits)) safe = false;
    arith::Interval exact = arith::Apply(binary->op, binary->dtype(), a, b);
    if (arith::IsExact(binary->dtype()) && !exact.Within(arith::RangeOf(binary->dtype()))) safe = false;
    return safe;
  });
  return safe;
}

}  // namespace tirx::pass
