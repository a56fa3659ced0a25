// SPDX-License-Identifier: Apache-2.0
// Establishes: no device entry is left. Each became a kernel, a function of its own placed after its host
// function, and the host function launches it; docs/ir_stages.md has names, parameters and attributes. Runs
// after everything that wants to see host and device code together, and before `make-packed-api`, which
// changes the host function's calling convention. Relies on: `bind-target`; `verify-memory`, so that captured
// tensors are parameters or views of them.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> SplitHostDevice(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
