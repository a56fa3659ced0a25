// SPDX-License-Identifier: Apache-2.0
// Runs host bytecode on tvm-ffi's packed arguments. Meant for checks and control: loops over data belong in
// kernels.
#pragma once

#include <tvm/ffi/c_api.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/host_program.h"
#include "runtime/kernel_launcher.h"
#include "runtime/launch_plan.h"

namespace tirx::runtime {

// A kernel of the program and who runs it.
struct HostKernelSlot {
  KernelLauncher* launcher = nullptr;  // null: no module has the kernel
  int32_t kernel = 0;                  // its index there
  LaunchPlan plan;
  LaunchLimits limits{};
};

// A program with its kernels resolved. The launchers must outlive it.
struct LinkedProgram {
  HostProgram program;
  std::vector<HostKernelSlot> kernels;  // as program.kernels
  KernelLauncher* device = nullptr;     // null: only tensors on the CPU are acceptable
  uint32_t device_types = 0;            // bit k: kernels reach memory of device type k
  std::string device_name;
};

// The program must be valid. A kernel that two launchers have, or that one has with other arguments, is an
// error; one that none has is an error only when it is launched.
RuntimeStatus LinkHostProgram(HostProgram program, const std::vector<KernelLauncher*>& launchers,
                              LinkedProgram* linked);

// Calls the exported function `function` of the program by tvm-ffi's convention: 0, or -1 with the error
// raised.
int CallHostFunction(const LinkedProgram& linked, uint32_t function, const TVMFFIAny* args, int32_t num_args,
                     TVMFFIAny* result);

}  // namespace tirx::runtime
