// SPDX-License-Identifier: Apache-2.0
// The pass `pass-extents`.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// Lengths and strides that the tensor parameters of a private function name become parameters of their own,
// after the others; calls pass what their tensors have. (An exported function reads them from its tensors.)
Result<ir::IRModule> PassExtents(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
