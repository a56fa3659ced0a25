// SPDX-License-Identifier: Apache-2.0
// The walk of the simplifier: operands first, then the rules of the operator's family until nothing gets
// cheaper.
#include "arith/analyzer.h"

#include <algorithm>

#include "arith/rewrite_rules.h"
#include "ir/arith.h"
#include "ir/op.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

constexpr int kMaxSize = 1 << 20;
// Assumptions inside of one expression: each may cost another look at what is below it.
constexpr int kMaxAssumptions = 4;

int CostOf(const Expr& e) {
  if (auto* imm = e.as<IntImmNode>()) return imm->value < 0 && !IsUInt(e->dtype()) ? 2 : 1;
  auto* node = e.as<BinaryNode>();
  if (!node) return 1;
  switch (node->op) {
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      return 4;
    default:
      return 1;
  }
}

}  // namespace

void Analyzer::Memo::Clear() {
  simplified.Clear();
  bounds.Clear();
  residues.Clear();
  for (auto& of_reading : linear) of_reading.Clear();
}

void Analyzer::Forget() {
  memo_.Clear();
  if (depth_ > 0) return;
  sizes_.Clear();
  pure_.Clear();
  keep_alive_.clear();
}

Expr Analyzer::Simplify(const Expr& e) {
  if (depth_ == 0) Forget();
  ++depth_;
  Expr result = Sub(e);
  --depth_;
  return result;
}

bool Analyzer::Proves(const Expr& condition) {
  auto constant = ConstInt(Simplify(condition));
  return constant && *constant != 0;
}

// The constant that `e` always is, or `e`.
Expr Analyzer::ConstantFor(const Expr& e) {
  DType t = e->dtype();
  bool integral = (IsInteger(t) || IsBool(t)) && t.lanes == 1;
  if (!integral || e.as<IntImmNode>()) return e;
  Interval bounds = BoundsOf(e);
  return bounds.IsPoint() && IsPure(e) ? MakeConst(t, int64_t(bounds.min), e->span) : e;
}

Expr Analyzer::Sub(const Expr& e, bool shared) {
  if (e.as<IntImmNode>() || e.as<FloatImmNode>() || e.as<StringImmNode>()) return e;
  if (e.as<VarNode>()) return ConstantFor(e);
  if (!shared) return ConstantFor(Step(e));
  if (Expr* known = memo_.simplified.Find(e.get())) return *known;
  Expr result = ConstantFor(Step(e));
  memo_.simplified.Insert(e.get(), result);
  keep_alive_.push_back(e);
  return result;
}

Expr Analyzer::SubUnder(const Expr& e, const Expr& condition, bool truth) {
  if (assumptions_ >= kMaxAssumptions || e.as<VarNode>() || e.as<IntImmNode>()) return Sub(e);
  ++assumptions_;
  Memo outside = std::move(memo_);
  memo_ = Memo();
  Expr result;
  {
    Assumption holds(this, condition, truth);
    result = Sub(e);
  }
  memo_ = std::move(outside);
  --assumptions_;
  return result;
}

Expr Analyzer::Step(const Expr& e) {
  if (auto* node = e.as<BinaryNode>(); node && IsLogical(node->op) && node->dtype().lanes == 1) {
    Expr logic = SimplifyLogic(e, *node), result = IsPure(logic) ? ApplyRules(logic) : logic;
    return result.same_as(logic) ? logic : Sub(result);
  }
  if (auto* node = e.as<CallNode>();
      node && node->op_name() == "if_then_else" && node->args[0]->dtype().lanes == 1)
    return SimplifyLazySelect(e, *node);
  Expr mapped = RefCast<Expr>(MapChildren(e, [this](const ObjectRef& child, int64_t flags) -> ObjectRef {
    if (child.as<ExprNode>()) return Sub(RefView<Expr>(child), MayMeetAgain(child, flags));
    // A range of a region.
    return MapChildren(
        child, [this](const ObjectRef& part, int64_t) -> ObjectRef { return Sub(RefView<Expr>(part)); });
  }));
  if (mapped->dtype().lanes != 1) return mapped;
  Expr result = mapped;
  if (auto* binary = mapped.as<BinaryNode>()) result = Binary(mapped, *binary);
  if (auto* unary = mapped.as<UnaryNode>()) {
    result = FoldUnary(unary->op, unary->a, mapped->span);
    if (auto* folded = result.as<UnaryNode>())
      result = SimplifyUnary(folded->a.same_as(unary->a) ? mapped : result, *folded);
  }
  if (auto* call = mapped.as<CallNode>(); call && call->op_name() == "likely" && ConstInt(call->args[0]))
    result = call->args[0];
  if (auto* cast = mapped.as<CastNode>()) result = SimplifyCast(mapped, *cast);
  if (auto* select = mapped.as<SelectNode>()) result = SimplifySelect(mapped, *select);
  if (result.same_as(mapped) && IsPure(mapped)) result = ApplyRules(mapped);
  return result.same_as(mapped) ? mapped : Sub(result);
}

Expr Analyzer::Binary(const Expr& e, const BinaryNode& node) {
  Expr folded = FoldBinary(node.op, node.a, node.b, e->span);
  if (!folded.as<BinaryNode>() || !IsPure(e)) return folded.as<BinaryNode>() ? e : folded;
  switch (node.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
      return IsInteger(e->dtype()) ? SimplifySum(e) : e;
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      return IsInteger(e->dtype()) ? SimplifyDivision(e, node) : e;
    case BinaryOp::Min:
    case BinaryOp::Max:
      return SimplifyMinMax(e, node);
    default:
      return IsComparison(node.op) ? SimplifyCompare(e, node) : e;
  }
}

Expr Analyzer::ApplyRules(const Expr& e) {
  return RewriteByRule(e).value_or(e);
}

int Analyzer::SizeOf(const Expr& e) {
  if (e.as<VarNode>() || e.as<IntImmNode>()) return CostOf(e);
  if (int* known = sizes_.Find(e.get())) return *known;
  int size = CostOf(e);
  VisitChildren(e.get(), [&](const ObjectRef& child, int64_t) {
    if (child.as<ExprNode>()) size = std::min(kMaxSize, size + SizeOf(RefView<Expr>(child)));
  });
  sizes_.Insert(e.get(), size);
  keep_alive_.push_back(e);
  return size;
}

bool Analyzer::IsPure(const Expr& e) {
  if (e.as<VarNode>() || e.as<IntImmNode>()) return true;
  if (bool* known = pure_.Find(e.get())) return *known;
  bool pure = true;
  if (auto* call = e.as<CallNode>()) {
    const OpRow* row = FindOp(call->op_name());
    pure = row && row->effect <= Effect::Read;
  }
  VisitChildren(e.get(), [&](const ObjectRef& child, int64_t) {
    if (!pure) return;
    if (child.as<ExprNode>()) {
      pure = IsPure(RefView<Expr>(child));
    } else {  // a range of a region
      VisitChildren(child.get(),
                    [&](const ObjectRef& part, int64_t) { pure = pure && IsPure(RefView<Expr>(part)); });
    }
  });
  pure_.Insert(e.get(), pure);
  keep_alive_.push_back(e);
  return pure;
}

Expr Analyzer::Cheaper(const Expr& before, const Expr& after) {
  return after.defined() && SizeOf(after) < SizeOf(before) ? after : before;
}

}  // namespace tirx::arith
