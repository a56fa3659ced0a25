// SPDX-License-Identifier: Apache-2.0
// Modules of compiled loops: payloads of format "so", or of C text, which the compiler's library compiles
// when it is loaded. The memory is the host's own, so the device interface is the runtime's
// (runtime/device_api.h).
#include <memory>
#include <mutex>

#include "backends/cpu/runtime/loaded_object.h"
#include "runtime/device_module.h"
#include "runtime/module_loader.h"

namespace tirx::cpu {
namespace {

namespace ffi = tvm::ffi;
using runtime::DevicePayload;
using runtime::RuntimeStatus;

constexpr const char* kKind = "cpu";
constexpr const char* kFormat = "so";
constexpr const char* kSourceFormat = "cpu";
// Iterations of a parallel loop are blocks of one thread.
constexpr runtime::LaunchLimits kLimits{{2147483647, 1, 1}, {1, 1, 1}, 1, 0, 0};

class CpuModuleObj : public runtime::DeviceModuleObj {
 public:
  CpuModuleObj(DevicePayload payload, std::string source)
      : DeviceModuleObj(std::move(payload)), source_(std::move(source)) {}

  const char* kind() const final { return kKind; }
  ffi::String InspectSource(const ffi::String& format) const final {
    if (format == "backend_config") return payload_.backend_config;
    if (format == kFormat && payload_.format == kFormat) return payload_.image;
    bool is_source = payload_.format == kSourceFormat;
    return format == "" || format == kSourceFormat ? ffi::String(is_source ? payload_.image : source_)
                                                   : ffi::String();
  }

  bool AcceptsDevice(int32_t device_type) const final { return device_type == kDLCPU; }
  std::string DeviceName() const final { return "cpu"; }
  runtime::LaunchLimits Limits() const final { return kLimits; }
  int CheckReady() final {
    const LoadedObject* object = nullptr;
    return runtime::Raise(Load(&object));
  }
  int Launch(const runtime::KernelLaunch& launch) final {
    const LoadedObject* object = nullptr;
    RuntimeStatus status = Load(&object);
    if (status.ok())
      status = object->Run(launch.kernel, launch.cells, launch.config->values[runtime::kGridX]);
    return runtime::Raise(status);
  }

 private:
  // Once; a failure is told to each caller.
  RuntimeStatus Load(const LoadedObject** object) {
    std::call_once(once_, [this] { status_ = LoadedObject::Load(payload_, &loaded_); });
    *object = loaded_.get();
    return status_;
  }

  std::string source_;
  std::once_flag once_;
  RuntimeStatus status_;
  std::unique_ptr<LoadedObject> loaded_;
};

constexpr runtime::SourceCompiler kCompiler{"tirx_callback_cpu_compile", "C", "so",
                                            [](const std::string& format) { return format == kFormat; }};

RuntimeStatus KeepCpuSource(std::string_view bytes, ffi::Optional<ffi::Module>* module) {
  DevicePayload payload;
  RuntimeStatus status = runtime::LoadPayload(bytes, &payload);
  if (!status.ok()) return status;
  if (payload.format != kFormat && payload.format != kSourceFormat)
    return RuntimeStatus::Error(
        runtime::kInternalError,
        "device payload is corrupt: its format is `" + payload.format + "`; a cpu module holds so or cpu");
  *module = ffi::Module(ffi::make_object<CpuModuleObj>(std::move(payload), ""));
  return {};
}

RuntimeStatus LoadCpuModule(std::string_view bytes, ffi::Optional<ffi::Module>* module) {
  DevicePayload payload;
  RuntimeStatus status = runtime::LoadPayload(bytes, &payload);
  if (!status.ok() || payload.format != kSourceFormat)
    return status.ok() ? KeepCpuSource(bytes, module) : status;
  std::string source;
  status = runtime::CompileSource(kCompiler, &payload, &source);
  if (!status.ok()) return status;
  *module = ffi::Module(ffi::make_object<CpuModuleObj>(std::move(payload), std::move(source)));
  return {};
}

}  // namespace

void RegisterRuntime() {
  runtime::RegisterModuleLoader(kKind, LoadCpuModule);
  runtime::RegisterSourceKeeper(kKind, KeepCpuSource);
}

}  // namespace tirx::cpu
