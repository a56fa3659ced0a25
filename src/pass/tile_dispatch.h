// SPDX-License-Identifier: Apache-2.0
// Establishes: no tile operation is left. There are no tile variants yet, so each one is refused by name.
// Runs before anything that reads accesses: what a variant expands into are loops and accesses.
// Relies on: `bind-target`, since the function's target decides which variants apply.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// "tile.<scope>.<op>" of the language, "<backend>.tile.<op>" of a backend.
bool IsTileOperation(std::string_view op);

Result<ir::IRModule> TileDispatch(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
