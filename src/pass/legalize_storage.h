// SPDX-License-Identifier: Apache-2.0
// Values of types that a device has no name for are carried as their bits.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// Establishes: tensors, cells, variables and values of a device function have types that its target stores
// (target::NativeTypes); those of other floats became unsigned integers of as many bits, which are loaded,
// stored, chosen between and reinterpreted. A conversion of such a value has no form and is an error. Runs
// last, after `make-packed-api`: the host still checks tensors by the type that the script gave them, and
// `legalize-compute` has left no arithmetic on these types.
Result<ir::IRModule> LegalizeStorage(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
