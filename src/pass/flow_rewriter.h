// SPDX-License-Identifier: Apache-2.0
// A walk over a function's statements that keeps an analyzer informed of what holds at each place: ranges of
// loop variables and bound values, launch extents, path conditions. A pass says what becomes of expressions
// there; statements that can never run, or do nothing, are dropped on the way.
#pragma once

#include <unordered_set>

#include "arith/analyzer.h"
#include "ir/function.h"
#include "pass/launch_tags.h"

namespace tirx::pass {

class FlowRewriter {
 public:
  virtual ~FlowRewriter() = default;
  ir::Function Rewrite(const ir::Function& function);

 protected:
  // An expression at the place that the walk has reached.
  virtual ir::Expr Value(const ir::Expr& e) = 0;
  // An index of a store; loads are inside of values.
  virtual ir::Expr Index(const ir::Expr& e) { return Value(e); }
  // A store before its parts are visited.
  virtual void BeforeStore(const ir::TensorStore&) {}
  // Whether `Value` puts constants in the place of variables, so that their definitions can go.
  virtual bool DropsConstants() const { return false; }
  // A loop before it is entered.
  virtual ir::For Loop(const ir::For& loop) { return loop; }
  // What stands in the place of a loop; undefined: the loop. A loop that is returned is entered, other
  // statements are taken as they are.
  virtual ir::Stmt ReplaceLoop(const ir::For&) { return ir::Stmt(); }

  arith::Analyzer& analyzer() { return *analyzer_; }

 private:
  ir::Stmt Visit(const ir::Stmt& stmt);
  ir::Stmt VisitSeq(const ir::Stmt& original);
  ir::Stmt VisitScope(const ir::Stmt& body);
  ir::Stmt VisitUnder(const ir::Stmt& body, const ir::Expr& condition, bool truth);
  ir::Stmt VisitBind(const ir::Bind& bind);
  ir::Stmt VisitStore(const ir::TensorStore& store);
  ir::Stmt VisitIf(const ir::If& branch);
  ir::Stmt VisitFor(const ir::For& original);
  ir::Stmt VisitOnce(const ir::For& loop, const ir::Expr& min);
  ir::Stmt VisitWhile(const ir::While& loop);
  ir::Stmt VisitAssert(const ir::Assert& stmt);
  ir::Stmt VisitRegion(const ir::Region& region);
  Array<ir::Expr> Values(const Array<ir::Expr>& exprs);
  void LearnParams(const ir::Function& function);
  void LearnLaunch(const std::vector<std::pair<std::string, arith::Interval>>& extents);
  void LearnTypeVars(const ir::Function& function);

  std::unique_ptr<arith::Analyzer> analyzer_;
  std::unordered_set<const Object*> in_types_;  // variables that extents mention: their definitions stay
};

}  // namespace tirx::pass
