// SPDX-License-Identifier: Apache-2.0
// Walking and rewriting IR. Shared expressions are visited once per root, so DAGs cost what they hold.
#pragma once

#include <unordered_map>

#include "base/pointer_map.h"
#include "ir/function.h"

namespace tirx::ir {

// Pre-order over `root` and everything below it (types excepted), each object once. Returning false from
// `visit` skips the children. Iterative: depth does not matter.
void Walk(const ObjectRef& root, FunctionRef<bool(const ObjectRef&)> visit);
// The same over statements alone, of a function or a statement: far fewer than there are expressions.
void WalkStatements(const ObjectRef& root, FunctionRef<bool(const Stmt&)> visit);

// Rewrites statements and expressions. Override what the pass is about and call the base for the rest.
// Expressions are memoised within one statement, so a rewrite may depend on what is known at that statement,
// but not on where inside the statement the expression stands.
class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // From outside and for a statement's own expressions: one memo per call.
  Expr Rewrite(const Expr& expr);
  Stmt Rewrite(const Stmt& stmt) { return RewriteStmt(stmt); }
  Function Rewrite(const Function& function);

 protected:
  // The default maps the children; inside, use Sub for sub-expressions.
  virtual Expr RewriteExpr(const Expr& expr);
  virtual Stmt RewriteStmt(const Stmt& stmt);
  // A variable where it is defined: loops, binds, region parameters, function parameters. The default keeps
  // it.
  virtual Var RewriteDefinition(const Var& var) { return var; }
  Expr Sub(const Expr& expr) { return Sub(expr, expr.use_count() > 1); }
  // Each statement of a sequence in turn; a rewritten statement that is a sequence is spliced in, so an empty
  // one drops the statement.
  Stmt RewriteSeq(const Seq& seq);

 private:
  // `shared`: it may be met again.
  Expr Sub(const Expr& expr, bool shared);
  ObjectRef Map(const ObjectRef& child, int64_t flags);
  PointerMap<Expr> memo_;         // of shared expressions
  std::vector<Expr> keep_alive_;  // the keys of the memo
  int depth_ = 0;
};

using VarMap = std::unordered_map<const Object*, Expr>;  // from VarNode*
// Replaces uses of variables. Where a tensor variable is mapped to another, loads and stores follow.
Expr Substitute(const Expr& expr, const VarMap& values);
Stmt Substitute(const Stmt& stmt, const VarMap& values);

// The variables used below `root` that are not defined there, in order of first use; shapes of tensors
// included.
std::vector<Var> FreeVars(const ObjectRef& root);

// The depth of the deepest expression below `root`, counted without recursion.
int ExprDepth(const ObjectRef& root);
inline constexpr int kMaxExprDepth = 1000;

}  // namespace tirx::ir
