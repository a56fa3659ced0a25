// SPDX-License-Identifier: Apache-2.0
// Tensors are made of elements that have addresses.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// Establishes: no tensor but a cell has elements of a type below 8 bits, scalar or vector. DLPack packs those
// (dlpack.h, DLDataType), so an element would begin within a byte, where neither C nor the simulator can
// point. Runs before `split-host-device`, while tensors are as the author declared them.
Result<ir::IRModule> VerifyElements(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
