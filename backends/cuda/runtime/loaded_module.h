// SPDX-License-Identifier: Apache-2.0
// A CUDA image on one device: loading it into the device's primary context, opting in to resources,
// launching.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cuda/runtime/driver_api.h"
#include "backends/cuda/runtime/launch_attributes.h"
#include "runtime/kernel_launcher.h"
#include "runtime/payload.h"

namespace tirx::cuda {

class LoadedModule {
 public:
  // `payload` must outlive the result.
  static runtime::RuntimeStatus Load(const driver::DriverApi& driver, const runtime::DevicePayload& payload,
                                     int32_t device_id, std::unique_ptr<LoadedModule>* loaded);
  ~LoadedModule();

  // On tvm-ffi's stream for the device unless the launch names one. Whatever context is current, or none,
  // stays current.
  runtime::RuntimeStatus Launch(const runtime::KernelLaunch& launch);

 private:
  struct Kernel {
    driver::Function function = nullptr;
    int static_shared_bytes = 0;
    LaunchFields launch_fields;
    // What the function's attributes allow so far; they only grow.
    std::atomic<int> dynamic_shared_bytes{0};
    std::atomic<bool> large_clusters{false};
  };

  LoadedModule(const driver::DriverApi& driver, const runtime::DevicePayload& payload, int32_t device_id)
      : driver_(driver), payload_(payload), device_id_(device_id), kernels_(payload.kernels.size()) {}
  runtime::RuntimeStatus LoadImage();
  runtime::RuntimeStatus FindKernels();
  runtime::RuntimeStatus Prepare(const runtime::KernelLaunch& launch, Kernel* kernel);
  runtime::RuntimeStatus AllowShared(const std::string& name, int dynamic, Kernel* kernel);
  driver::Result Submit(const Kernel& kernel, const runtime::KernelLaunch& launch) const;
  std::string Where() const { return " on CUDA device " + std::to_string(device_id_); }

  const driver::DriverApi& driver_;
  const runtime::DevicePayload& payload_;
  const int32_t device_id_;
  driver::Context context_ = nullptr;
  driver::Module module_ = nullptr;
  int shared_limit_ = 0;  // static and dynamic together, after opting in
  std::vector<Kernel> kernels_;
  std::mutex mutex_;
};

}  // namespace tirx::cuda
