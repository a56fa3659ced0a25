// SPDX-License-Identifier: Apache-2.0
// Plain C as a dialect of the C-family printer.
#pragma once

#include "codegen/generator.h"

namespace tirx::null {

Result<codegen::DeviceSource> GenerateNull(const Array<ir::Function>& functions,
                                           const target::Target& target);

}  // namespace tirx::null
