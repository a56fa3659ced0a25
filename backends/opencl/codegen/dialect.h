// SPDX-License-Identifier: Apache-2.0
// OpenCL C 1.2 as a dialect of the C-family printer.
#pragma once

#include "codegen/generator.h"
#include "target/target.h"

namespace tirx::opencl {

Result<codegen::DeviceSource> GenerateOpencl(const Array<ir::Function>& functions,
                                             const target::Target& target);
// float16 and bfloat16 are kept as bits and computed with in float32; smaller floats are bits alone.
target::NativeTypes NativeTypesOf(std::string_view arch);

}  // namespace tirx::opencl
