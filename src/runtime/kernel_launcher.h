// SPDX-License-Identifier: Apache-2.0
// What runs kernels: a device module, or the simulator. The host side sees only this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/kernel_info.h"
#include "runtime/launch_plan.h"

namespace tirx::runtime {

struct KernelLaunch {
  int32_t kernel;              // index into KernelLauncher::kernels()
  const uint64_t* cells;       // one per argument, its value in the low bytes, already of the argument's type
  const LaunchConfig* config;  // checked against the launcher's limits; no extent is zero
  int32_t device_id;           // of the tensors; -1 when none says
};

// Implementations are also tvm-ffi modules: an executable finds its launchers among its imported modules.
class KernelLauncher {
 public:
  virtual ~KernelLauncher() = default;

  virtual const std::vector<KernelInfo>& kernels() const = 0;
  // Whether kernels can run at all, asked before arguments are looked at. 0, or -1 with the reason raised.
  virtual int CheckReady() = 0;
  // Whether kernels can reach memory of this device type (a DLDeviceType).
  virtual bool AcceptsDevice(int32_t device_type) const = 0;
  // Name of the devices accepted, for messages.
  virtual std::string DeviceName() const = 0;
  virtual LaunchLimits Limits() const = 0;
  // 0, or -1 with the error raised. Called from any thread.
  virtual int Launch(const KernelLaunch& launch) = 0;
};

}  // namespace tirx::runtime
