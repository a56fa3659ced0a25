// SPDX-License-Identifier: Apache-2.0
// Establishes: no host code of a function for a device reads or writes a tensor parameter, whose memory the
// host cannot reach. Changes nothing. Runs before `split-host-device`, which takes the host's own accesses
// for correct. Relies on: `bind-target`. Aliases of parameters (`decl_tensor` of `tensor_data_ptr`) are
// followed.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> VerifyMemory(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
