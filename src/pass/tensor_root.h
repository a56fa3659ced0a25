// SPDX-License-Identifier: Apache-2.0
// Which memory a tensor stands for: views and re-declarations followed back to a parameter or an allocation.
#pragma once

#include <unordered_map>

#include "ir/function.h"

namespace tirx::pass {

// The definitions of tensors below a function or statement.
class TensorRoots {
 public:
  explicit TensorRoots(const ObjectRef& root);

  // The variable at the end of the chain `decl_tensor(tensor_data_ptr(x))`; the tensor itself when it is no
  // view.
  ir::Var RootOf(const ir::Var& tensor) const;
  // The pointer that a `decl_tensor` of the tensor takes; undefined for parameters and allocations.
  ir::Expr PointerOf(const ir::Var& tensor) const;
  bool IsAllocation(const ir::Var& tensor) const;

 private:
  std::unordered_map<const Object*, ir::Call> definitions_;  // VarNode* -> alloc_tensor or decl_tensor
};

}  // namespace tirx::pass
