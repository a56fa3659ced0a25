// SPDX-License-Identifier: Apache-2.0
#include "pass/flow_rewriter.h"

#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/launch_tags.h"
#include "pass/loop_exits.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only
using arith::Analyzer;
using arith::Interval;

namespace {

// The most that the Vulkan specification allows (subgroupSize: a power of two up to SUBGROUP_MAX, 128).
constexpr int kMaxSubgroupSize = 128;

Stmt Nothing(const Span& span) {
  return Seq({}, span);
}

bool IsNothing(const Stmt& stmt) {
  auto* seq = stmt.as<SeqNode>();
  return seq && seq->stmts.empty();
}

}  // namespace

Function FlowRewriter::Rewrite(const Function& function) {
  if (!function->body.defined()) return function;
  analyzer_ = std::make_unique<Analyzer>();
  in_types_.clear();
  LearnParams(function);
  LearnTypeVars(function);
  Stmt body = VisitScope(function->body);
  return body.same_as(function->body) ? function : function.WithBody(body);
}

// --- what is known from the outset ---

void FlowRewriter::LearnParams(const Function& function) {
  analyzer_->SetCallRange("gpu.lane_id", "", {0, kMaxSubgroupSize - 1});
  analyzer_->SetCallRange("gpu.subgroup_size", "", {1, kMaxSubgroupSize});
  for (const Var& param : function->params)
    if (param.is_tensor()) analyzer_->DefineExtents(param.tensor_type());
  if (!HasAttr(function->attrs, kThreadExtent)) return;
  std::vector<std::pair<std::string, Interval>> extents;
  for (const auto& [tag, extent] : function->attrs[kThreadExtent].cast<Attrs>())
    extents.emplace_back(std::string(tag), arith::Point(extent.cast<int64_t>()));
  LearnLaunch(extents);
}

void FlowRewriter::LearnLaunch(const std::vector<std::pair<std::string, Interval>>& extents) {
  Interval threads = arith::Point(1);
  for (const auto& [tag, extent] : extents) {
    bool of_block = tag.rfind("threadIdx.", 0) == 0, of_grid = tag.rfind("blockIdx.", 0) == 0;
    if (!of_block && !of_grid) continue;
    std::string axis = tag.substr(tag.find('.') + 1);
    // Code only runs where there is something to run.
    Interval size{std::max<arith::Wide>(extent.min, 1),
                  std::min<arith::Wide>(std::max<arith::Wide>(extent.max, 1), INT32_MAX)};
    analyzer_->SetCallRange(of_block ? "gpu.thread_idx" : "gpu.block_idx", axis, {0, size.max - 1});
    analyzer_->SetCallRange(of_block ? "gpu.block_dim" : "gpu.grid_dim", axis, size);
    if (of_block) threads = threads * size;
  }
  analyzer_->SetCallRange("gpu.linear_thread_id", "", {0, std::min<arith::Wide>(threads.max, INT32_MAX) - 1});
}

void FlowRewriter::LearnTypeVars(const Function& function) {
  WalkStatements(function->body, [&](const Stmt& stmt) {
    auto* bind = stmt.as<BindNode>();
    auto* tensor = bind ? bind->var->ty.as<TensorTypeNode>() : nullptr;
    if (!tensor) return true;
    auto add = [&](const ObjectRef& part) {
      for (const Var& var : FreeVars(part)) in_types_.insert(var.get());
    };
    for (const ObjectRef& part : tensor->shape) add(part);
    for (const ObjectRef& part : tensor->strides) add(part);
    if (tensor->elem_offset.defined()) add(tensor->elem_offset);
    return false;
  });
}

// --- statements ---

Array<Expr> FlowRewriter::Values(const Array<Expr>& exprs) {
  Array<Expr> result = exprs;
  for (size_t i = 0; i < exprs.size(); ++i) {
    Expr before = exprs[i], after = Value(before);
    if (!after.same_as(before)) result.Set(int64_t(i), after);
  }
  return result;
}

Stmt FlowRewriter::Visit(const Stmt& stmt) {
  if (stmt.as<SeqNode>()) return VisitSeq(stmt);
  if (stmt.as<BindNode>()) return VisitBind(RefCast<Bind>(stmt));
  if (stmt.as<TensorStoreNode>()) return VisitStore(RefCast<TensorStore>(stmt));
  if (stmt.as<IfNode>()) return VisitIf(RefCast<If>(stmt));
  if (stmt.as<ForNode>()) return VisitFor(RefCast<For>(stmt));
  if (stmt.as<WhileNode>()) return VisitWhile(RefCast<While>(stmt));
  if (stmt.as<AssertNode>()) return VisitAssert(RefCast<Assert>(stmt));
  if (stmt.as<RegionNode>()) return VisitRegion(RefCast<Region>(stmt));
  if (auto* node = stmt.as<EvaluateNode>()) {
    Expr value = Value(node->value);
    if (value.as<IntImmNode>()) return Nothing(stmt->span);
    return value.same_as(node->value) ? stmt : Stmt(Evaluate(value, stmt->span));
  }
  if (auto* node = stmt.as<ReturnNode>(); node && node->value.defined()) {
    Expr value = Value(node->value);
    return value.same_as(node->value) ? stmt : Stmt(Return(value, stmt->span));
  }
  return stmt;
}

Stmt FlowRewriter::VisitSeq(const Stmt& original) {
  const SeqNode& seq = *original.as<SeqNode>();
  std::vector<Stmt> out;
  for (const Stmt& stmt : seq.stmts) {
    Stmt after = Visit(stmt);
    out.push_back(after);
    if (NeverCompletes(after)) break;
    // `if c: return` means that c does not hold from here on.
    auto* branch = after.as<IfNode>();
    if (branch && NeverCompletes(branch->then_case)) analyzer_->Assume(branch->condition, false);
    if (branch && branch->else_case.defined() && NeverCompletes(branch->else_case))
      analyzer_->Assume(branch->condition);
  }
  bool same = out.size() == seq.stmts.size();
  for (size_t i = 0; same && i < out.size(); ++i) same = out[i].same_as(seq.stmts[i]);
  return same ? original : MakeSeq(out, seq.span);
}

// What is learnt in a body ends with it.
Stmt FlowRewriter::VisitScope(const Stmt& body) {
  return VisitUnder(body, True(), true);
}

Stmt FlowRewriter::VisitUnder(const Stmt& body, const Expr& condition, bool truth) {
  Analyzer::Assumption holds(analyzer_.get(), condition, truth);
  return Visit(body);
}

Stmt FlowRewriter::VisitBind(const Bind& bind) {
  Expr value = Value(bind->value);
  analyzer_->Define(bind->var, value);
  // The simplifier puts the constant in the variable's place.
  bool constant = value.as<IntImmNode>() && IsInteger(value->dtype());
  if (constant && DropsConstants() && !in_types_.count(bind->var.get())) return Nothing(bind->span);
  return value.same_as(bind->value) ? Stmt(bind) : Stmt(Bind(bind->var, value, bind->span));
}

Stmt FlowRewriter::VisitStore(const TensorStore& store) {
  BeforeStore(store);
  Array<Expr> indices = store->indices;
  bool same = true;
  for (size_t i = 0; i < indices.size(); ++i) {
    Expr before = store->indices[i], after = Index(before);
    if (after.same_as(before)) continue;
    same = false;
    indices.Set(int64_t(i), after);
  }
  Expr value = Value(store->value);
  if (same && value.same_as(store->value)) return store;
  return TensorStore(store->tensor, indices, value, store->span);
}

Stmt FlowRewriter::VisitIf(const If& branch) {
  Expr condition = Value(branch->condition);
  bool has_else = branch->else_case.defined();
  if (auto constant = ConstInt(condition)) {
    if (*constant) return VisitScope(branch->then_case);
    return has_else ? VisitScope(branch->else_case) : Nothing(branch->span);
  }
  Stmt then_case = VisitUnder(branch->then_case, condition, true);
  Stmt else_case = has_else ? VisitUnder(branch->else_case, condition, false) : Stmt();
  bool no_else = !has_else || IsNothing(else_case);
  if (IsNothing(then_case) && no_else && arith::HasNoEffects(condition)) return Nothing(branch->span);
  if (no_else) else_case = Stmt();
  bool same = condition.same_as(branch->condition) && then_case.same_as(branch->then_case) &&
              (has_else ? else_case.same_as(branch->else_case) : true);
  return same ? Stmt(branch) : Stmt(If(condition, then_case, else_case, branch->span));
}

Stmt FlowRewriter::VisitFor(const For& original) {
  For loop = Loop(original);
  if (Stmt instead = ReplaceLoop(loop); instead.defined()) {
    if (!instead.as<ForNode>()) return instead;
    loop = RefCast<For>(instead);
  }
  Expr min = Value(loop->min), extent = Value(loop->extent), step = Value(loop->step);
  Interval trips = analyzer_->BoundsOf(extent), by = analyzer_->BoundsOf(step);
  if (trips.max <= 0 && arith::HasNoEffects(extent)) return Nothing(loop->span);
  bool once = trips.min >= 1 && trips.max <= by.min;
  bool plain = loop->kind == ForKind::Serial || loop->kind == ForKind::Unrolled;
  if (once && plain && loop->annotations.empty() && !HasLoopExit(loop->body)) return VisitOnce(loop, min);
  Stmt body;
  {
    Analyzer::Assumption inside(analyzer_.get(), True());
    analyzer_->DefineLoop(loop->var, min, extent, step);
    // Exact types only know sums that exist: the end of the loop does, as its last comparison.
    if (arith::IsExact(loop->var->dtype())) {
      analyzer_->Assume(FoldBinary(BinaryOp::LE, min, loop->var));
      analyzer_->Assume(FoldBinary(BinaryOp::LT, loop->var, min + extent));
    }
    body = Visit(loop->body);
  }
  bool same = loop.same_as(original) && min.same_as(loop->min) && extent.same_as(loop->extent) &&
              step.same_as(loop->step) && body.same_as(loop->body);
  if (same) return original;
  return For(loop->var, min, extent, body, loop->kind, step, loop->annotations, loop->span);
}

// A loop that runs exactly once is its body.
Stmt FlowRewriter::VisitOnce(const For& loop, const Expr& min) {
  Stmt bind = VisitBind(Bind(loop->var, min, loop->span));
  Stmt body = VisitScope(loop->body);
  return MakeSeq({bind, body}, loop->span);
}

Stmt FlowRewriter::VisitWhile(const While& loop) {
  Expr condition = Value(loop->condition);
  if (auto constant = ConstInt(condition); constant && !*constant) return Nothing(loop->span);
  Stmt body = VisitUnder(loop->body, condition, true);
  bool same = condition.same_as(loop->condition) && body.same_as(loop->body);
  return same ? Stmt(loop) : Stmt(While(condition, body, loop->span));
}

Stmt FlowRewriter::VisitAssert(const Assert& stmt) {
  Expr condition = Value(stmt->condition);
  if (auto constant = ConstInt(condition); constant && *constant) return Nothing(stmt->span);
  Array<Expr> message = Values(stmt->message);
  analyzer_->Assume(condition);
  bool same = condition.same_as(stmt->condition) && message.same_as(stmt->message);
  return same ? Stmt(stmt) : Stmt(Assert(condition, stmt->error_kind, message, stmt->span));
}

Stmt FlowRewriter::VisitRegion(const Region& region) {
  Array<Expr> args = Values(region->args);
  if (View(region->op->name) == "device_entry") {
    auto grid = ExtentsOf(*region.get(), "grid"), block = ExtentsOf(*region.get(), "block");
    std::vector<std::pair<std::string, Interval>> extents;
    for (size_t axis = 0; axis < 3; ++axis) {
      extents.emplace_back(std::string("blockIdx.") + "xyz"[axis], analyzer_ -> BoundsOf(grid[axis]));
      extents.emplace_back(std::string("threadIdx.") + "xyz"[axis], analyzer_ -> BoundsOf(block[axis]));
    }
    LearnLaunch(extents);
  }
  Stmt body = VisitScope(region->body);
  if (args.same_as(region->args) && body.same_as(region->body)) return region;
  return Region(region->op, args, region->attrs, region->params, body, region->span);
}

}  // namespace tirx::pass
