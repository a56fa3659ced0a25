// SPDX-License-Identifier: Apache-2.0
// The C-family printer: device functions to text in a dialect of C. What a backend's generator row calls.
#pragma once

#include "codegen/c_dialect.h"
#include "codegen/generator.h"

namespace tirx::codegen {

// The functions are lowered (docs/ir_stages.md): tensors are flat, no tile operation and no region is left.
// The text depends on the functions and the target alone.
Result<DeviceSource> GenerateC(const Array<ir::Function>& functions, const target::Target& target,
                               const Dialect& dialect);

// How the host passes arguments to `kernel`.
KernelSignature SignatureOf(const ir::Function& kernel);

}  // namespace tirx::codegen
