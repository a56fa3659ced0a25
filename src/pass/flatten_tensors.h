// SPDX-License-Identifier: Apache-2.0
// Establishes: every access has exactly one index, and every tensor that is accessed is one-dimensional
// without strides and offset. A tensor parameter `A` keeps its type, which callers see; where it is not flat
// already, `A_1 = decl_tensor(tensor_data_ptr(A))` with the flat type stands at the top of the function and
// the body uses that. Runs after `simplify`, which sees indices as the author wrote them, and before
// `narrow-index`, which works on the arithmetic that this pass makes. Relies on: no tile operation being left
// (regions of tensors are not rewritten). The arithmetic is int32 where the tensor's constant extent fits: an
// index that is in bounds then cannot overflow, and one that is not has no meaning. Otherwise it is int64.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> FlattenTensors(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
