// SPDX-License-Identifier: Apache-2.0
// Reductions over threads of a block: from `gpu.thread_allreduce` to shuffles and shared memory.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

inline constexpr std::string_view kThreadAllreduceOp = "gpu.thread_allreduce";

// Establishes: no `gpu.thread_allreduce` is left. How the threads of a group combine their values, by what
// the launch says about their indices:
//   in one subgroup   extents are powers of two: butterflies of shuffles, no memory, no barrier
//   whole subgroups   a butterfly in each, then their results through shared memory
//   otherwise         a tree in shared memory, with a barrier after each level
// The order of combining is fixed, so the simulator and every device round alike.
//
// Runs after verify-memory, when the extents of launches are constants where they can be, and before the
// split, which takes them away. Its accesses have one index, as flatten-tensors leaves them.
Result<ir::IRModule> LowerThreadAllreduce(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
