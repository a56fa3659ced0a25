// SPDX-License-Identifier: Apache-2.0
#include "pass/host_calls.h"

namespace tirx::pass {

ir::Stmt HostCalls::RewriteStmt(const ir::Stmt& stmt) {
  auto* region = stmt.as<ir::RegionNode>();
  if (!region || View(region->op->name) != "device_entry") return Rewriter::RewriteStmt(stmt);
  Array<ir::Expr> args;
  for (const ir::Expr& arg : region->args) args.push_back(Rewrite(arg));
  return ir::Region(region->op, args, region->attrs, region->params, region->body, region->span);
}

ir::Expr HostCalls::RewriteExpr(const ir::Expr& expr) {
  ir::Expr mapped = Rewriter::RewriteExpr(expr);
  auto* call = mapped.as<ir::CallNode>();
  auto* callee = call ? call->callee.as<ir::GlobalVarNode>() : nullptr;
  auto other = callee ? instead_(View(callee->name)) : std::nullopt;
  if (!other) return mapped;
  return ir::Call(call->ty, ir::GlobalVar(*other), call->args, call->attrs, call->span);
}

}  // namespace tirx::pass
