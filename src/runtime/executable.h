// SPDX-License-Identifier: Apache-2.0
// An executable: a host program together with the device modules that hold its kernels, as a tvm-ffi module.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <vector>

#include "runtime/host_program.h"

namespace tirx::runtime {

inline constexpr const char* kExecutableKind = "tirx_host";

// The program must be valid. Its exported functions become the module's functions, the device modules its
// imports; those that are KernelLaunchers run its kernels. Everything lives as long as any of the functions.
// `inspect_source("bytecode")` shows the program.
tvm::ffi::Module MakeExecutable(HostProgram program, const std::vector<tvm::ffi::Module>& device_modules);

// The program of an executable; null for a module of another kind.
const HostProgram* ProgramOf(const tvm::ffi::Module& module);

// Registers everything that this library offers to tvm-ffi: `ffi.Module.load_from_bytes.tirx_host`, the CPU
// device. Called once, from the library's single static-init block.
void RegisterRuntime();

}  // namespace tirx::runtime
