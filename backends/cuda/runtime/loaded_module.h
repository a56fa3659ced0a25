// SPDX-License-Identifier: Apache-2.0
// A CUDA image on one device: loading it into the device's primary context, opting in to resources,
// launching.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cuda/runtime/device_limits.h"
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

  // What every kernel can be launched with here; Launch checks what depends on the kernel.
  const runtime::LaunchLimits& limits() const { return limits_.launch; }
  // On tvm-ffi's stream for the device unless the launch names one. Whatever context is current, or none,
  // stays current.
  runtime::RuntimeStatus Launch(const runtime::KernelLaunch& launch);

 private:
  struct Kernel {
    // Of the rest, what is found out before the first launch is there.
    std::atomic<bool> known{false};
    driver::Function function = nullptr;
    LaunchFields launch_fields;
    int static_shared_bytes = 0;
    int max_threads = 0;  // of a block
    // What the function's attributes allow so far; they only grow.
    std::atomic<int> dynamic_shared_bytes{0};
    std::atomic<bool> large_clusters{false};
  };

  LoadedModule(const driver::DriverApi& driver, const runtime::DevicePayload& payload, int32_t device_id)
      : driver_(driver), payload_(payload), device_id_(device_id), kernels_(payload.kernels.size()) {}
  runtime::RuntimeStatus LoadImage();
  runtime::RuntimeStatus TellNvshmem() const;
  runtime::RuntimeStatus Know(const runtime::KernelInfo& info, Kernel* kernel);
  runtime::RuntimeStatus Find(const runtime::KernelInfo& info, Kernel* kernel);
  runtime::RuntimeStatus Prepare(const runtime::KernelLaunch& launch, Kernel* kernel);
  runtime::RuntimeStatus AllowShared(const std::string& name, int dynamic, Kernel* kernel);
  runtime::RuntimeStatus AllowCluster(const std::string& name, int64_t blocks, Kernel* kernel);
  driver::Result Submit(const Kernel& kernel, const runtime::KernelLaunch& launch) const;
  // What the numbers behind a refusal are: "; ...", or nothing.
  std::string Explain(driver::Result result, const Kernel& kernel, const runtime::LaunchConfig& config) const;
  std::string Where() const { return " on CUDA device " + std::to_string(device_id_); }

  const driver::DriverApi& driver_;
  const runtime::DevicePayload& payload_;
  const int32_t device_id_;
  driver::Context context_ = nullptr;
  driver::Module module_ = nullptr;
  DeviceLimits limits_;
  std::vector<Kernel> kernels_;
  std::mutex mutex_;
};

}  // namespace tirx::cuda
