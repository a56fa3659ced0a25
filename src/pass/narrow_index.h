// SPDX-License-Identifier: Apache-2.0
// Establishes: int64 index arithmetic (in indices, comparisons and what is converted to int32) whose values,
// and those of all its parts, provably fit is int32; so are loops over int64 variables with such bounds.
// Parameters, symbolic extents and loaded values keep their types.
// Runs after `flatten-tensors`, which makes index arithmetic, and before `unroll-loops`, which repeats it.
// Relies on: `flatten-tensors`; the bounds of the path and of the launch.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> NarrowIndex(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
