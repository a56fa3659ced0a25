// SPDX-License-Identifier: Apache-2.0
// What OpenCL C 1.2 lacks is refused where the author wrote it.
#pragma once

#include "pass/pass.h"

namespace tirx::opencl {

// Establishes: no function uses an operation or statement that this backend has no form for. Runs once
// functions have targets, before anything rewrites what the author wrote, so that errors name that; relies on
// nothing else.
Result<ir::IRModule> CheckConstructs(ir::IRModule module, const pass::PassContext& context);

}  // namespace tirx::opencl
