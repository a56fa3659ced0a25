// SPDX-License-Identifier: Apache-2.0
// Arithmetic on floats that a device only stores goes through float32.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// Establishes: operators and mathematical operations of a device function are on types that its target
// computes with (target::NativeTypes); each result is converted back to the type that it had, so that it is
// rounded where the script rounds it. Runs after `split-host-device`: what is native depends on the target of
// each function. Loads, stores, selection and conversions stay on the narrow type: `legalize-storage` looks
// at those.
Result<ir::IRModule> LegalizeCompute(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
