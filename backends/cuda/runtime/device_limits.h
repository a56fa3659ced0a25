// SPDX-License-Identifier: Apache-2.0
// What one CUDA device takes: its compute capability and the limits of launches, read from the driver.
#pragma once

#include <string>

#include "backends/cuda/runtime/driver_api.h"
#include "runtime/launch_plan.h"

namespace tirx::cuda {

struct DeviceLimits {
  int major = 0, minor = 0;      // compute capability
  runtime::LaunchLimits launch;  // its dynamic shared memory is shared_bytes
  int shared_bytes = 0;          // of a block, static and dynamic together, after opting in
  int multiprocessors = 0;
};

// Asks the driver once a process: devices stay what they are.
DeviceLimits LimitsOf(const driver::DriverApi& driver, int device_id);
// For tests, whose devices change: LimitsOf asks again.
void ForgetDeviceLimits();

// RuntimeError where code of that format ("cubin", "ptx") and architecture ("sm_90a") cannot run on such a
// device. Says nothing of fat binaries, which may hold several, and of architectures that it cannot read.
runtime::RuntimeStatus CheckArchitecture(const std::string& format, const std::string& arch,
                                         const DeviceLimits& device, const std::string& where);

}  // namespace tirx::cuda
