// SPDX-License-Identifier: Apache-2.0
// Establishes: the device functions that a kernel reaches have its target and configuration, so that each
// group of equal ones compiles apart from the others; functions that were copied for that and that nothing
// calls any more are gone. Runs after `split-host-device`, which makes the kernels. Relies on:
// `bind-backend-config`. In the pipeline `specialize-entry-helpers` has copied helpers before; this pass sees
// to those that passes made since.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> SpecializeDeviceHelpers(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
