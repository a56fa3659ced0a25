// SPDX-License-Identifier: Apache-2.0
// Calls of foreign text (`func_call` of a backend) may name a function of the module that computes the same,
// as attribute `reference`; so may kernels from outside.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// For the simulator: such a call becomes a call of its reference.
Result<ir::IRModule> UseReferences(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
