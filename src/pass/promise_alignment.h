// SPDX-License-Identifier: Apache-2.0
// Establishes: tensor parameters of exported functions promise the alignment that they would on a device,
// whose order of passes turns accesses into vectors: so the simulator takes the tensors that it takes.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> PromiseAlignment(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
