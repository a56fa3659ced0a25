// SPDX-License-Identifier: Apache-2.0
#include "driver/kernel_memory.h"

#include <algorithm>

#include "ir/evaluate.h"
#include "ir/visit.h"

namespace tirx::driver {

using ir::Expr;

KernelMemory::KernelMemory(const ir::Function& kernel) : kernel_(kernel), declared_(kernel->params.size()) {
  ir::WalkStatements(kernel->body, [&](const ir::Stmt& stmt) {
    auto* bind = stmt.as<ir::BindNode>();
    auto* call = bind ? bind->value.as<ir::CallNode>() : nullptr;
    if (!call || call->op_name() != "decl_tensor") return true;
    for (size_t i = 0; i < declared_.size(); ++i)
      if (call->args[0].same_as(kernel->params[i])) declared_[i].push_back(bind->var.tensor_type());
    return true;
  });
}

std::optional<uint64_t> KernelMemory::BytesBehind(size_t index, const std::vector<int64_t>& values) const {
  uint64_t most = 0;
  for (const ir::TensorType& type : declared_[index]) {
    auto bytes = SpanOf(type, values);
    if (!bytes) return std::nullopt;
    most = std::max(most, *bytes);
  }
  return most;
}

std::optional<uint64_t> KernelMemory::SpanOf(const ir::TensorType& type,
                                             const std::vector<int64_t>& values) const {
  int64_t last = 0, row_major = 1;
  for (int k = type->ndim(); k-- > 0;) {
    auto extent = Evaluate(type->dim(k), values);
    auto stride =
        type->strides.empty() ? std::optional<int64_t>(row_major) : Evaluate(type->stride(k), values);
    if (!extent || !stride) return std::nullopt;
    if (*extent <= 0) return 0;
    last += (*extent - 1) * *stride;
    row_major *= *extent;
  }
  auto offset = type->elem_offset.defined() ? Evaluate(RefCast<Expr>(type->elem_offset), values) : 0;
  if (!offset || *offset + last < 0) return std::nullopt;
  return uint64_t(*offset + last + 1) * uint64_t(StorageBytes(type->dtype));
}

std::optional<int64_t> KernelMemory::Evaluate(const Expr& expr, const std::vector<int64_t>& values) const {
  return ir::EvaluateInteger(expr, [&](const ir::VarNode& var) -> std::optional<int64_t> {
    for (size_t i = 0; i < kernel_->params.size(); ++i)
      if (kernel_->params[i].get() == &var) return values[i];
    return std::nullopt;
  });
}

}  // namespace tirx::driver
