// SPDX-License-Identifier: Apache-2.0
// Reductions over a block as reductions over all its axes, which the core lowers to local memory.
#pragma once

#include "pass/pass.h"

namespace tirx::opencl {

// Establishes: no `gpu.block_sum`, `gpu.block_max` or `gpu.block_min` is left. OpenCL C 1.2 has none of its
// own, and its functions cannot declare local memory; `lower-thread-allreduce`, before which this runs, puts
// it into the kernel.
Result<ir::IRModule> ShareReductions(ir::IRModule module, const pass::PassContext& context);

}  // namespace tirx::opencl
