// SPDX-License-Identifier: Apache-2.0
// The CUDA toolchain as the driver sees it.
#pragma once

#include "backend/toolchain.h"
#include "backends/cuda/toolchain/cubin.h"

namespace tirx::cuda {

// A kernel's row as the driver shows it.
backend::KernelResources ResourcesOf(const KernelResources& kernel);

extern const backend::ToolchainRow kCudaToolchain[1];

}  // namespace tirx::cuda
