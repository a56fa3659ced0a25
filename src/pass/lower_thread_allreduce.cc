// SPDX-License-Identifier: Apache-2.0
#include "pass/lower_thread_allreduce.h"

#include <optional>

#include "ir/visit.h"
#include "pass/launch_tags.h"
#include "pass/map_functions.h"
#include "pass/thread_groups.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

bool HasAllreduce(const ObjectRef& part) {
  bool found = false;
  Walk(part, [&](const ObjectRef& node) {
    auto* call = node.as<CallNode>();
    found |= call && call->op_name() == kThreadAllreduceOp;
    return !found && !node.as<StmtNode>();
  });
  return found;
}

class Allreduces : public Rewriter {
 public:
  explicit Allreduces(int64_t subgroup_size) { groups_.subgroup_size = subgroup_size; }
  diag::Diagnostics errors;

 protected:
  // A statement, behind the reductions whose results it uses.
  Stmt RewriteStmt(const Stmt& stmt) override {
    if (auto* region = stmt.as<RegionNode>(); region && View(region->op->name) == "device_entry")
      return RewriteEntry(RefCast<Region>(stmt));
    if (stmt.as<SeqNode>()) return Rewriter::RewriteStmt(stmt);
    if (auto* loop = stmt.as<WhileNode>(); loop && HasAllreduce(loop->condition))
      return Refuse(stmt->span, "it stands in the condition of a loop"), stmt;
    builder_.Open();
    Stmt result = Rewriter::RewriteStmt(stmt);
    Stmt before = builder_.Close();
    if (before.as<SeqNode>() && before.as<SeqNode>()->stmts.empty()) return result;
    auto* evaluate = result.as<EvaluateNode>();
    bool unused = evaluate && evaluate->value.as<VarNode>();
    return unused ? before : MakeSeq({before, result}, stmt->span);
  }

  Expr RewriteExpr(const Expr& expr) override {
    auto* binary = expr.as<BinaryNode>();
    auto* call = expr.as<CallNode>();
    bool lazy = (binary && IsLogical(binary->op) && HasAllreduce(binary->b)) ||
                (call && call->op_name() == "if_then_else" &&
                 (HasAllreduce(call->args[1]) || HasAllreduce(call->args[2])));
    if (lazy) return Refuse(expr->span, "it stands in an operand that some threads may not evaluate"), expr;
    Expr mapped = Rewriter::RewriteExpr(expr);
    call = mapped.as<CallNode>();
    return call && call->op_name() == kThreadAllreduceOp ? Lower(*call) : mapped;
  }

 private:
  Stmt RewriteEntry(const Region& entry) {
    in_entry_ = true;
    block_ = ConstantBlock(*entry.get());
    Stmt result = Rewriter::RewriteStmt(entry);
    in_entry_ = false;
    return result;
  }

  Expr Lower(const CallNode& call) {
    if (!in_entry_)
      return Refuse(call.span, "it stands outside of a kernel, which alone knows its block"), call.args[0];
    if (!block_)
      return Refuse(call.span, "an extent of the block is not known while compiling"), call.args[0];
    String axes = call.attrs["axes"].cast<String>(), reducer = call.attrs["reducer"].cast<String>();
    groups_.extents = *block_;
    for (size_t axis = 0; axis < 3; ++axis)
      groups_.reduced[axis] = View(axes).find(char('x' + axis)) != std::string_view::npos;
    builder_.SetSpan(call.span);
    return EmitAllreduce(builder_, groups_, View(reducer), call.args[0]);
  }

  void Refuse(const Span& span, std::string_view why) {
    errors.push_back(diag::Make(DK::NoThreadAllreduce, span, {why}));
  }

  Builder builder_;
  ThreadGroups groups_;
  bool in_entry_ = false;
  std::optional<std::array<int64_t, 3>> block_;  // extents of the block around, when they are constants
};

}  // namespace

Result<IRModule> LowerThreadAllreduce(IRModule module, const PassContext& context) {
  Allreduces lower(target::LimitOf(context.target, target::Limit::SubgroupSize));
  IRModule lowered = MapFunctions(module, [&](const Function& function) { return lower.Rewrite(function); });
  if (!lower.errors.empty()) return Failure(std::move(lower.errors));
  return lowered;
}

}  // namespace tirx::pass
