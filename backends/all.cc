// SPDX-License-Identifier: Apache-2.0
// The built-in backends, in load order: the only file that names them.
#include "backend/backend.h"
#include "backends/cuda/backend.h"
#include "backends/null/backend.h"

namespace tirx::backend {

const std::vector<Backend>& BuiltinBackends() {
  static const auto* backends = new std::vector<Backend>{
      {"cuda", cuda::RegisterCuda, "NVIDIA GPUs, through CUDA C++."},
      {"null", null::RegisterNull, "Nothing in particular: plain C to read, the template for a new backend."},
  };
  return *backends;
}

}  // namespace tirx::backend
