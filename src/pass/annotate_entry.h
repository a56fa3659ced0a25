// SPDX-License-Identifier: Apache-2.0
// Establishes: where exactly one function is exported, it carries `tirx.is_entry_func`.
// Runs before `split-host-device`, which adds functions with a global symbol.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> AnnotateEntry(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
