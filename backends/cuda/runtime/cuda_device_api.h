// SPDX-License-Identifier: Apache-2.0
// CUDA devices: list, exact architecture, memory, synchronisation.
#pragma once

#include <string>

namespace tirx::cuda {

// The architecture that device code is compiled for: "sm_90a" for compute capability 9.0. From 9.0 on the
// architecture-specific form is meant, since only it has all instructions.
std::string ArchitectureOf(int major, int minor);

// Registers the device API, and all else that this folder offers to tvm-ffi:
// `ffi.Module.load_from_bytes.cuda`.
void RegisterRuntime();

}  // namespace tirx::cuda
