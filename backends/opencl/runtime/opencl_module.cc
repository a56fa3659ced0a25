// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/opencl_module.h"

#include <map>
#include <memory>
#include <mutex>

#include "backends/opencl/runtime/loaded_kernels.h"
#include "runtime/device_module.h"
#include "runtime/module_loader.h"

namespace tirx::opencl {
namespace {

namespace ffi = tvm::ffi;
using runtime::DevicePayload;
using runtime::RuntimeStatus;

constexpr const char* kKind = "opencl";
constexpr const char* kFormat = "cl";
// A size_t a dimension; what a device allows less is checked at the launch (LoadedKernels).
constexpr int64_t kMost = 2147483647;
constexpr runtime::LaunchLimits kLimits{{kMost, kMost, kMost}, {kMost, kMost, kMost}, kMost, 0, kMost};

class OpenclModuleObj : public runtime::DeviceModuleObj {
 public:
  explicit OpenclModuleObj(DevicePayload payload) : DeviceModuleObj(std::move(payload)) {}

  const char* kind() const final { return kKind; }
  ffi::String InspectSource(const ffi::String& format) const final {
    if (format == "backend_config") return payload_.backend_config;
    bool is_text = format == "" || format == kFormat || format == kKind;
    return is_text ? ffi::String(payload_.image) : ffi::String();
  }

  bool AcceptsDevice(int32_t device_type) const final { return device_type == kDLOpenCL; }
  std::string DeviceName() const final { return "opencl"; }
  runtime::LaunchLimits Limits() const final { return kLimits; }

  int CheckReady() final {
    std::string why;
    if (FindApi(&why)) return 0;
    return runtime::Raise(runtime::kRuntimeError,
                          "this executable needs an OpenCL device, and " + why +
                              "; to run on the CPU, compile with executor=\"simulator\"");
  }

  int Launch(const runtime::KernelLaunch& launch) final {
    if (CheckReady() != 0) return -1;
    LoadedKernels* loaded = nullptr;
    RuntimeStatus status = Load(launch.device_id < 0 ? 0 : launch.device_id, &loaded);
    if (status.ok()) status = loaded->Launch(launch);
    return runtime::Raise(status);
  }

 private:
  RuntimeStatus Load(int32_t device_id, LoadedKernels** loaded) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<LoadedKernels>& slot = loaded_[device_id];
    RuntimeStatus status;
    if (!slot) status = LoadedKernels::Load(payload_, device_id, &slot);
    *loaded = slot.get();
    return status;
  }

  std::mutex mutex_;
  std::map<int32_t, std::unique_ptr<LoadedKernels>> loaded_;
};

RuntimeStatus LoadOpenclModule(std::string_view bytes, ffi::Optional<ffi::Module>* module) {
  DevicePayload payload;
  RuntimeStatus status = runtime::LoadPayload(bytes, &payload);
  if (!status.ok()) return status;
  if (payload.format != kFormat)
    return RuntimeStatus::Error(runtime::kInternalError, "device payload is corrupt: its format is `" +
                                                             payload.format + "`; an OpenCL module holds cl");
  *module = ffi::Module(ffi::make_object<OpenclModuleObj>(std::move(payload)));
  return {};
}

}  // namespace

void RegisterOpenclModule() {
  runtime::RegisterModuleLoader(kKind, LoadOpenclModule);
  runtime::RegisterSourceKeeper(kKind, LoadOpenclModule);
}

}  // namespace tirx::opencl
