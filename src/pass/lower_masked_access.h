// SPDX-License-Identifier: Apache-2.0
// Masked loads and stores become what the rest of the compiler knows: a load that is evaluated only where the
// mask holds, a store under an `if`.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

bool IsMaskedAccess(std::string_view op);  // masked_load, masked_store

// Establishes: no `masked_load` and no `masked_store` is left.
// Runs right after tile-dispatch, which may yield them, and before anything that reads accesses.
Result<ir::IRModule> LowerMaskedAccess(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
