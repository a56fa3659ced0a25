// SPDX-License-Identifier: Apache-2.0
// A module's kernels on one device, and their launches.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "backends/opencl/runtime/device_queue.h"
#include "runtime/kernel_launcher.h"
#include "runtime/payload.h"

namespace tirx::opencl {

class LoadedKernels {
 public:
  // `payload` must outlive the result.
  static runtime::RuntimeStatus Load(const runtime::DevicePayload& payload, int device_id,
                                     std::unique_ptr<LoadedKernels>* loaded);
  ~LoadedKernels();

  // On tvm-ffi's stream for the device, a cl_command_queue, or on the device's own queue.
  runtime::RuntimeStatus Launch(const runtime::KernelLaunch& launch);

 private:
  struct Entry {
    Kernel kernel = nullptr;
    bool takes_local_memory = false;  // one argument more than the host passes: dynamic shared memory
    std::mutex mutex;                 // a cl_kernel holds the arguments of one launch
  };
  LoadedKernels(const runtime::DevicePayload& payload, const DeviceQueue& queue)
      : payload_(payload), queue_(queue), entries_(payload.kernels.size()) {}
  runtime::RuntimeStatus CreateKernels();
  runtime::RuntimeStatus CheckBlock(const runtime::KernelLaunch& launch) const;
  runtime::RuntimeStatus SetArguments(const runtime::KernelLaunch& launch, const Entry& entry,
                                      std::vector<Buffer>* parts) const;
  runtime::RuntimeStatus SetPointer(Kernel kernel, uint32_t index, const void* address,
                                    std::vector<Buffer>* parts) const;

  const runtime::DevicePayload& payload_;
  const DeviceQueue& queue_;
  std::vector<Entry> entries_;
  int device_id_ = 0;
};

}  // namespace tirx::opencl
