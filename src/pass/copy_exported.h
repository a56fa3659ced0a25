// SPDX-License-Identifier: Apache-2.0
// Establishes: no host code calls an exported function of the module: it calls a private copy,
// `<name>_private`. Exported functions take packed arguments in the end, and are compiled the same whether
// others call them or not. Runs before `pass-extents`, which gives the copies the lengths that their tensors
// name.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> CopyExported(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
