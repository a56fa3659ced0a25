// SPDX-License-Identifier: Apache-2.0
// CUDA C++ as a dialect of the C-family printer, and the generator of target kind "cuda".
#pragma once

#include "codegen/c_dialect.h"
#include "codegen/generator.h"

namespace tirx::cuda {

const codegen::Dialect& CudaDialect();

// 90 for "sm_90a"; 0 for no architecture.
int ArchNumber(std::string_view arch);

Result<codegen::DeviceSource> GenerateCuda(const Array<ir::Function>& functions,
                                           const target::Target& target);

// What stands between `void` and a kernel's name: "__launch_bounds__(128)", "__maxnreg__(64)" or nothing.
Result<std::string> KernelAttributes(const ir::Function& kernel);
// launch_architecture.cc: whether the kernel's architecture has what its launch asks for.
Status CheckLaunchArchitecture(const ir::Function& kernel);

}  // namespace tirx::cuda
