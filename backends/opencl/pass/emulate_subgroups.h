// SPDX-License-Identifier: Apache-2.0
// Subgroups for a language that has none: 32 consecutive threads of a block, who exchange values through
// local memory.
#pragma once

#include "pass/pass.h"

namespace tirx::opencl {

// Establishes: no operation of `T.gpu` on subgroups is left; what a lane tells the others is stored, a
// barrier of the block waited for, and read. So all threads of the block must come along: under a condition
// on which they may differ, behind a `return` that only some take, in a function, or in an operand that some
// do not evaluate, the operation is refused, and so it is in blocks of unknown size or with a part of a
// subgroup. Runs before `lower-thread-allreduce`, which puts its own local memory beside; relies on flat
// tensors.
Result<ir::IRModule> EmulateSubgroups(ir::IRModule module, const pass::PassContext& context);

}  // namespace tirx::opencl
