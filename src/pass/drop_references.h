// SPDX-License-Identifier: Apache-2.0
// The pass `drop-references`.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// For devices, which have the text itself: calls lose their attribute `reference` (pass/use_references.h),
// and functions that nothing else calls leave the module.
Result<ir::IRModule> DropReferences(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
