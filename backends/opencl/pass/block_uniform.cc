// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/pass/block_uniform.h"

#include "ir/op.h"
#include "ir/stmt.h"
#include "ir/visit.h"

namespace tirx::opencl {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

bool IsUniformOp(std::string_view op) {
  if (op == "gpu.block_idx" || op == "gpu.grid_dim" || op == "gpu.block_dim") return true;
  const OpRow* row = FindOp(op);
  return row && row->effect == Effect::Pure;
}

}  // namespace

bool BlockUniform::IsUniform(const Expr& expr) const {
  bool uniform = true;
  Walk(expr, [&](const ObjectRef& node) {
    auto* call = node.as<CallNode>();
    uniform &= !node.as<TensorLoadNode>() && !varying_.count(node.get());
    uniform &= !call || IsUniformOp(call->op_name());
    return uniform;
  });
  return uniform;
}

bool MayPart(const Stmt& body) {
  bool parts = false;
  WalkStatements(body, [&](const Stmt& stmt) {
    parts |= stmt.as<ReturnNode>() || stmt.as<BreakNode>() || stmt.as<ContinueNode>();
    return !parts;
  });
  return parts;
}

}  // namespace tirx::opencl
