// SPDX-License-Identifier: Apache-2.0
// Which values are the same in all threads of a block, as far as their expressions tell.
#pragma once

#include <unordered_set>

#include "ir/expr.h"
#include "ir/stmt.h"

namespace tirx::opencl {

class BlockUniform {
 public:
  // What comes from memory, from a thread's own indices or from a call may differ.
  bool IsUniform(const ir::Expr& expr) const;
  void MarkVarying(const ir::Var& var) { varying_.insert(var.get()); }

 private:
  std::unordered_set<const Object*> varying_;
};

// Whether some threads may leave `body`, or a loop in it, where others stay.
bool MayPart(const ir::Stmt& body);

}  // namespace tirx::opencl
