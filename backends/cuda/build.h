// SPDX-License-Identifier: Apache-2.0
// The CUDA toolchain as the driver sees it.
#pragma once

#include "backend/toolchain.h"

namespace tirx::cuda {

extern const backend::ToolchainRow kCudaToolchain[1];

}  // namespace tirx::cuda
