// SPDX-License-Identifier: Apache-2.0
// What most passes do: one thing to every function that has a body.
#pragma once

#include "base/function_ref.h"
#include "ir/function.h"

namespace tirx::pass {

// The module with what `rewrite` makes of its functions; those without a body stay as they are. The very same
// module where nothing is new.
ir::IRModule MapFunctions(const ir::IRModule& module, FunctionRef<ir::Function(const ir::Function&)> rewrite);

}  // namespace tirx::pass
