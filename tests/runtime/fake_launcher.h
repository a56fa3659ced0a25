// SPDX-License-Identifier: Apache-2.0
// A device module that records launches instead of running them.
#pragma once

#include <tvm/ffi/cast.h>
#include <tvm/ffi/extra/module.h>

#include <string>
#include <utility>
#include <vector>

#include "runtime/kernel_cells.h"
#include "runtime/status.h"

namespace tirx::testing {

struct RecordedLaunch {
  int32_t kernel;
  std::vector<uint64_t> cells;
  runtime::LaunchConfig config;
  int32_t device_id;

  friend bool operator==(const RecordedLaunch& a, const RecordedLaunch& b) {
    return a.kernel == b.kernel && a.cells == b.cells && a.config.values == b.config.values &&
           a.config.has_cluster == b.config.has_cluster && a.config.cooperative == b.config.cooperative &&
           a.device_id == b.device_id;
  }
};

class FakeLauncherObj : public tvm::ffi::ModuleObj, public runtime::KernelLauncher {
 public:
  explicit FakeLauncherObj(std::vector<runtime::KernelInfo> kernels) : kernels_(std::move(kernels)) {}

  const char* kind() const final { return "fake"; }
  tvm::ffi::Optional<tvm::ffi::Function> GetFunction(const tvm::ffi::String& name) final {
    return runtime::FunctionOf(tvm::ffi::GetObjectPtr<tvm::ffi::ModuleObj>(this), this, name);
  }
  const std::vector<runtime::KernelInfo>& kernels() const final { return kernels_; }
  int CheckReady() final { return why_not.empty() ? 0 : runtime::Raise(runtime::kRuntimeError, why_not); }
  bool AcceptsDevice(int32_t device_type) const final { return device_type == accepted; }
  std::string DeviceName() const final { return "fake"; }
  runtime::LaunchLimits Limits() const final { return {{1000, 100, 100}, {512, 512, 64}, 1024, 8, 4096}; }
  int Launch(const runtime::KernelLaunch& launch) final {
    size_t count = kernels_[size_t(launch.kernel)].arg_types.size();
    launches.push_back(
        {launch.kernel, {launch.cells, launch.cells + count}, *launch.config, launch.device_id});
    return fails ? runtime::Raise(runtime::kRuntimeError, "the launch failed") : 0;
  }

  std::vector<RecordedLaunch> launches;
  std::string why_not;
  int32_t accepted = kDLCPU;
  bool fails = false;

 private:
  std::vector<runtime::KernelInfo> kernels_;
};

// The module, and the object behind it.
struct FakeModule {
  explicit FakeModule(std::vector<runtime::KernelInfo> kernels)
      : object(tvm::ffi::make_object<FakeLauncherObj>(std::move(kernels))), module(object) {}
  tvm::ffi::ObjectPtr<FakeLauncherObj> object;
  tvm::ffi::Module module;
};

}  // namespace tirx::testing
