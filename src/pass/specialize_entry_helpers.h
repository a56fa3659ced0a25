// SPDX-License-Identifier: Apache-2.0
// Establishes: the functions that a device entry calls have the entry's target and configuration. Where they
// differ from the function's own, or between entries, each gets a copy, `<name>_<kind>`; originals that
// nothing calls any more go. Runs before `tile-dispatch` and everything else that asks a function for its
// target. Relies on: `bind-backend-config`.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> SpecializeEntryHelpers(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
