// SPDX-License-Identifier: Apache-2.0
// How much memory lies behind a kernel's pointer parameters: known from the tensors that the kernel declares
// on them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/function.h"

namespace tirx::driver {

class KernelMemory {
 public:
  explicit KernelMemory(const ir::Function& kernel);

  // `values` holds one number per parameter (pointers included, ignored). Bytes that the tensors declared on
  // parameter `index` span; 0 for a parameter without one; nothing when a shape cannot be computed from the
  // parameters.
  std::optional<uint64_t> BytesBehind(size_t index, const std::vector<int64_t>& values) const;

 private:
  std::optional<int64_t> Evaluate(const ir::Expr& expr, const std::vector<int64_t>& values) const;
  std::optional<uint64_t> SpanOf(const ir::TensorType& type, const std::vector<int64_t>& values) const;

  ir::Function kernel_;
  std::vector<std::vector<ir::TensorType>> declared_;  // per parameter
};

}  // namespace tirx::driver
