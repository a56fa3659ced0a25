// SPDX-License-Identifier: Apache-2.0
// Which variables hold one value for a whole warp, and which loops lanes leave at different times.
// Conservative: what is not proved uniform counts as varying.
#pragma once

#include <unordered_set>

#include "ir/function.h"
#include "ir/op.h"

namespace tirx::sim {

class Uniformity {
 public:
  Uniformity(const ir::Function& kernel, const ir::IRModule& module);

  bool IsVarying(const ir::Var& var) const { return varying_.count(var.get()) != 0; }
  // For and While: needs a mask entry. Function: lanes return from it at different times.
  bool IsDivergent(const ObjectRef& node) const { return divergent_.count(node.get()) != 0; }
  bool ReturnsVarying(const ir::Function& function) const { return varying_.count(function.get()) != 0; }

 private:
  friend class UniformityWalk;
  std::unordered_set<const Object*> varying_, divergent_;
};

// The result of an op: the same for all active lanes?
bool OpResultVaries(const ir::OpRow& row, bool varying_operand);
// Cells and other tensors that live in registers: one-element cells that are only loaded and stored.
bool IsCell(const ir::TensorType& type);

}  // namespace tirx::sim
