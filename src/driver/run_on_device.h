// SPDX-License-Identifier: Apache-2.0
// Calling an executable with arguments in host memory: directly for the simulator, through copies for a
// device.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>
#include <vector>

#include "diag/result.h"
#include "target/target.h"

namespace tirx::driver {

struct RunDevice {
  bool found = false;
  DLDeviceType type = kDLCPU;
  std::string name, arch;
  std::string why_not;  // when not found
  // "on NVIDIA H200 (sm_90a)", "on the simulator, since there is no ...", "on the simulator, as asked".
  std::string Describe(bool asked_for_simulator) const;
};

// The first device that runs code for `target`.
RunDevice FindDevice(const target::Target& target);

struct CallArgument {
  bool is_tensor = false;  // pointers, which are no tensors, are null
  DType dtype = Void();
  void* data = nullptr;  // compact, row-major; updated by the call
  std::vector<int64_t> shape;
  double number = 0;
  int64_t integer = 0;
};

// What the function returns. Copies tensors to the device and back when `device.found`.
Result<Any> Call(const ffi::Module& executable, const std::string& function,
                 const std::vector<CallArgument>& arguments, const RunDevice& device);

}  // namespace tirx::driver
