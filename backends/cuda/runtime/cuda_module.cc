// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/cuda_module.h"

#include <tvm/ffi/cast.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "backends/cuda/runtime/driver_api.h"
#include "backends/cuda/runtime/loaded_module.h"
#include "runtime/device_api.h"
#include "runtime/device_module.h"
#include "runtime/module_loader.h"

namespace tirx::cuda {

namespace ffi = tvm::ffi;
using driver::DriverApi;
using runtime::DevicePayload;
using runtime::KernelInfo;
using runtime::RuntimeStatus;

namespace {

constexpr const char* kKind = "cuda";
constexpr const char* kSourceFormat = "cuda";
constexpr const char* kBinaryQuery = "__tvm_cuda_binary";
constexpr int kMaxDevices = 64;
// CUDA C++ Programming Guide, technical specifications per compute capability. 227 KiB of shared memory is
// the most of any device. The device's own limits are checked when it is known which one.
constexpr runtime::LaunchLimits kLimits{{2147483647, 65535, 65535}, {1024, 1024, 64}, 1024, 16, 232448};

bool IsBinaryFormat(const std::string& format) {
  return format == "ptx" || format == "cubin" || format == "fatbin";
}

class CudaModuleObj : public runtime::DeviceModuleObj {
 public:
  CudaModuleObj(DevicePayload payload, std::map<std::string, std::string> sources)
      : DeviceModuleObj(std::move(payload)), sources_(std::move(sources)) {}

  ~CudaModuleObj() override {
    for (auto& slot : loaded_) delete slot.load();
  }

  const char* kind() const final { return kKind; }
  ffi::String InspectSource(const ffi::String& format) const final {
    const std::string wanted(format.data(), format.size());
    if (wanted == "backend_config") return payload_.backend_config;
    bool is_text = payload_.format == "ptx" || payload_.format == kSourceFormat;
    if (wanted == payload_.format) return is_text ? ffi::String(payload_.image) : ffi::String();
    auto found = sources_.find(wanted.empty() ? kSourceFormat : wanted);
    if (found != sources_.end()) return found->second;
    return wanted.empty() && is_text ? ffi::String(payload_.image) : ffi::String();
  }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    if (name != kBinaryQuery) return DeviceModuleObj::GetFunction(name);
    return ffi::Function::FromTyped(
        [self = ffi::GetObjectPtr<ffi::ModuleObj>(this), this]() { return Binary(); });
  }

  bool AcceptsDevice(int32_t device_type) const final {
    return device_type >= 0 && device_type < 32 &&
           (runtime::ReachableDeviceTypes(kDLCUDA) >> device_type & 1);
  }
  std::string DeviceName() const final { return "cuda"; }
  runtime::LaunchLimits Limits() const final { return kLimits; }

  int CheckReady() final {
    if (ready_.load(std::memory_order_acquire)) return 0;
    if (payload_.format == kSourceFormat)
      return runtime::Raise(
          runtime::kRuntimeError,
          "this executable holds CUDA source, as TIRX_COMPILE_FORCE_FALLBACK asked; save it, "
          "and load it where it shall run: loading compiles it");
    std::string why;
    const DriverApi* driver = driver::FindDriver(&why);
    if (driver == nullptr)
      return runtime::Raise(runtime::kRuntimeError,
                            "this executable needs a CUDA device, and " + why +
                                "; to run on the CPU, compile with executor=\"simulator\"");
    driver_.store(driver, std::memory_order_relaxed);
    ready_.store(true, std::memory_order_release);
    return 0;
  }

  int Launch(const runtime::KernelLaunch& launch) final {
    if (CheckReady() != 0) return -1;
    int32_t device_id = launch.device_id >= 0 ? launch.device_id : CurrentDevice();
    LoadedModule* loaded = nullptr;
    RuntimeStatus status = Load(device_id, &loaded);
    if (!status.ok()) return runtime::Raise(status);
    const std::string& name = payload_.kernels[size_t(launch.kernel)].name;
    if (CheckLaunch(*launch.config, loaded->limits(), name) == runtime::LaunchVerdict::kRaised) return -1;
    return runtime::Raise(loaded->Launch(launch));
  }

 private:
  ffi::Array<ffi::Any> Binary() const {
    ffi::Array<ffi::String> names;
    for (const KernelInfo& kernel : payload_.kernels) names.push_back(kernel.name);
    return {ffi::Bytes(payload_.image), ffi::String(payload_.format), names};
  }

  // Of the context that is current, whoever made it; the first device when there is none.
  int32_t CurrentDevice() const {
    driver::Context context = nullptr;
    driver::Device device = 0;
    const DriverApi& driver = *driver_.load();
    if (driver.context_get_current(&context) != driver::kSuccess || context == nullptr) return 0;
    return driver.context_get_device(&device) == driver::kSuccess ? device : 0;
  }

  RuntimeStatus Load(int32_t device_id, LoadedModule** loaded) {
    if (device_id < 0 || device_id >= kMaxDevices)
      return RuntimeStatus::Error(runtime::kValueError,
                                  "there is no CUDA device " + std::to_string(device_id));
    std::atomic<LoadedModule*>& slot = loaded_[size_t(device_id)];
    *loaded = slot.load(std::memory_order_acquire);
    if (*loaded != nullptr) return {};
    std::lock_guard<std::mutex> lock(mutex_);
    *loaded = slot.load(std::memory_order_relaxed);
    if (*loaded != nullptr) return {};
    std::unique_ptr<LoadedModule> made;
    RuntimeStatus status = LoadedModule::Load(*driver_.load(), payload_, device_id, &made);
    if (!status.ok()) return status;
    *loaded = made.release();
    slot.store(*loaded, std::memory_order_release);
    return {};
  }

  std::map<std::string, std::string> sources_;
  std::atomic<bool> ready_{false};
  std::atomic<const DriverApi*> driver_{nullptr};
  std::mutex mutex_;
  std::array<std::atomic<LoadedModule*>, kMaxDevices> loaded_{};
};

constexpr runtime::SourceCompiler kCompiler{"tirx_callback_cuda_compile", "CUDA", "ptx, cubin or fatbin",
                                            IsBinaryFormat};

}  // namespace

ffi::Module MakeCudaModule(DevicePayload payload, std::map<std::string, std::string> sources) {
  return ffi::Module(ffi::make_object<CudaModuleObj>(std::move(payload), std::move(sources)));
}

namespace {

RuntimeStatus LoadChecked(std::string_view bytes, DevicePayload* payload) {
  RuntimeStatus status = runtime::LoadPayload(bytes, payload);
  if (!status.ok() || IsBinaryFormat(payload->format) || payload->format == kSourceFormat) return status;
  return RuntimeStatus::Error(runtime::kInternalError,
                              "device payload is corrupt: its format is `" + payload->format +
                                  "`; a CUDA module holds ptx, cubin, fatbin or cuda");
}

}  // namespace

RuntimeStatus KeepCudaSource(std::string_view bytes, ffi::Optional<ffi::Module>* module) {
  DevicePayload payload;
  RuntimeStatus status = LoadChecked(bytes, &payload);
  if (status.ok()) *module = MakeCudaModule(std::move(payload));
  return status;
}

RuntimeStatus LoadCudaModule(std::string_view bytes, ffi::Optional<ffi::Module>* module) {
  DevicePayload payload;
  RuntimeStatus status = LoadChecked(bytes, &payload);
  if (!status.ok()) return status;
  std::map<std::string, std::string> sources;
  if (payload.format == kSourceFormat) {
    status = runtime::CompileSource(kCompiler, &payload, &sources[kSourceFormat]);
    if (!status.ok()) return status;
  }
  *module = MakeCudaModule(std::move(payload), std::move(sources));
  return {};
}

void RegisterCudaModule() {
  runtime::RegisterModuleLoader(kKind, LoadCudaModule);
  runtime::RegisterSourceKeeper(kKind, KeepCudaSource);
}

}  // namespace tirx::cuda
