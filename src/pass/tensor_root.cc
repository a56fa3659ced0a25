// SPDX-License-Identifier: Apache-2.0
#include "pass/tensor_root.h"

#include "ir/visit.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

TensorRoots::TensorRoots(const ObjectRef& root) {
  WalkStatements(root, [&](const Stmt& stmt) {
    if (auto* bind = stmt.as<BindNode>(); bind && bind->var.is_tensor() && bind->value.as<CallNode>())
      definitions_.emplace(bind->var.get(), RefCast<Call>(bind->value));
    return true;
  });
}

Expr TensorRoots::PointerOf(const Var& tensor) const {
  auto it = definitions_.find(tensor.get());
  if (it == definitions_.end() || it->second->op_name() != "decl_tensor") return Expr();
  return it->second->args[0];
}

bool TensorRoots::IsAllocation(const Var& tensor) const {
  auto it = definitions_.find(tensor.get());
  return it != definitions_.end() && it->second->op_name() == "alloc_tensor";
}

Var TensorRoots::RootOf(const Var& tensor) const {
  Var root = tensor;
  while (true) {
    Expr pointer = PointerOf(root);
    auto* call = pointer.defined() ? pointer.as<CallNode>() : nullptr;
    if (!call || call->op_name() != "tensor_data_ptr" || !call->args[0].as<VarNode>()) return root;
    root = RefCast<Var>(call->args[0]);
  }
}

}  // namespace tirx::pass
