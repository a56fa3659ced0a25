// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_exits.h"

#include "ir/visit.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

bool HasLoopExit(const Stmt& body) {
  bool found = false;
  WalkStatements(body, [&](const Stmt& stmt) {
    found |= stmt.as<BreakNode>() || stmt.as<ContinueNode>();
    return !found && !stmt.as<ForNode>() && !stmt.as<WhileNode>();
  });
  return found;
}

bool NeverCompletes(const Stmt& stmt) {
  if (stmt.as<ReturnNode>() || stmt.as<BreakNode>() || stmt.as<ContinueNode>()) return true;
  if (auto* seq = stmt.as<SeqNode>()) return !seq->stmts.empty() && NeverCompletes(seq->stmts.back());
  auto* branch = stmt.as<IfNode>();
  return branch && branch->else_case.defined() && NeverCompletes(branch->then_case) &&
         NeverCompletes(branch->else_case);
}

}  // namespace tirx::pass
