// SPDX-License-Identifier: Apache-2.0
// What loops on a processor do not have, refused where it was written and with what there is instead: device
// entries (grids of threads), operations among threads, memory of a block, other backends' names, atomics on
// 16-bit floats, arrays too large for a stack. Runs before anything rewrites what the author wrote.
#pragma once

#include "pass/pass.h"

namespace tirx::cpu {

Result<ir::IRModule> CheckConstructs(ir::IRModule module, const pass::PassContext& context);

}  // namespace tirx::cpu
