// SPDX-License-Identifier: Apache-2.0
// The body of a loop for all lanes at once: values that differ between lanes become vectors, accesses to
// neighbouring elements vector accesses, tensors of the body have an element for each lane.
#pragma once

#include "pass/lanes.h"

namespace tirx::pass {

class LaneBody {
 public:
  LaneBody(const LaneValues& values, LaneRange range) : values_(values), range_(std::move(range)) {}

  // The statement for all lanes; undefined when it cannot be one, and `reason` says why.
  ir::Stmt Rewrite(const ir::Stmt& stmt);
  const std::string& reason() const { return reason_; }

 private:
  ir::Stmt Refuse(std::string reason);
  ir::Expr RefuseValue(std::string reason);

  ir::Stmt RewriteSeq(const ir::SeqNode& seq);
  ir::Stmt RewriteBind(const ir::Stmt& stmt);
  ir::Stmt RewriteStore(const ir::TensorStoreNode& store);
  ir::Stmt RewriteIf(const ir::Stmt& stmt);
  ir::Stmt RewriteFor(const ir::ForNode& loop);

  // The value in all lanes: a vector where they differ, a scalar where they do not.
  ir::Expr Value(const ir::Expr& e);
  // As Value, always a vector.
  ir::Expr Vector(const ir::Expr& e);
  ir::Expr Compute(const ir::Expr& e);
  ir::Expr Binary(const ir::BinaryNode& node);
  ir::Expr Load(const ir::Expr& e);
  ir::Expr Choose(const ir::CallNode& call);
  ir::Expr Call(const ir::CallNode& call);
  // The index of an access for all lanes: a scalar where it is one element, else a Ramp.
  ir::Expr Index(const ir::Var& tensor, const Array<ir::Expr>& indices);
  ir::Expr Broadcast(const ir::Expr& value) const;
  ir::Var TensorFor(const ir::Var& tensor) const;

  const LaneValues& values_;
  LaneRange range_;
  std::string reason_;
  ir::VarMap vectors_;  // names of varying values -> vectors; tensors of the body -> tensors for all lanes
  std::unordered_map<const Object*, ir::Expr> memo_;  // of one statement
};

}  // namespace tirx::pass
