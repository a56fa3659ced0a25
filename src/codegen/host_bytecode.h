// SPDX-License-Identifier: Apache-2.0
// Host functions of a lowered module as host bytecode (runtime/host_program.h).
#pragma once

#include "diag/result.h"
#include "ir/function.h"
#include "runtime/host_program.h"

namespace tirx::codegen {

// Every host function with a body becomes a function of the program, and every kernel that they launch a row
// of its kernels. `module` is the result of a whole pipeline: device entries are split off, exported
// functions are packed.
Result<runtime::HostProgram> GenerateHostProgram(const ir::IRModule& module);

// How the host passes arguments to a kernel: a function with calling convention DeviceKernel.
runtime::KernelInfo KernelInfoOf(const ir::Function& kernel);

}  // namespace tirx::codegen
