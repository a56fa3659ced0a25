// SPDX-License-Identifier: Apache-2.0
// Modules of compiled loops: payloads of format "so", or of C text, which the compiler's library compiles
// when it is loaded. The memory is the host's own, so the device interface is the runtime's
// (runtime/device_api.h).
#include <tvm/ffi/cast.h>
#include <tvm/ffi/extra/module.h>

#include <map>
#include <mutex>

#include "backends/cpu/runtime/loaded_object.h"
#include "runtime/kernel_cells.h"
#include "runtime/module_loader.h"

namespace tirx::cpu {
namespace {

namespace ffi = tvm::ffi;
using runtime::DevicePayload;
using runtime::KernelInfo;
using runtime::RuntimeStatus;

constexpr const char* kKind = "cpu";
constexpr const char* kFormat = "so";
constexpr const char* kSourceFormat = "cpu";
constexpr const char* kCompileCallback = "tirx_callback_cpu_compile";
// Iterations of a parallel loop are blocks of one thread.
constexpr runtime::LaunchLimits kLimits{{2147483647, 1, 1}, {1, 1, 1}, 1, 0, 0};

class CpuModuleObj : public ffi::ModuleObj, public runtime::KernelLauncher {
 public:
  CpuModuleObj(DevicePayload payload, std::string source)
      : payload_(std::move(payload)), source_(std::move(source)) {}

  const char* kind() const final { return kKind; }
  int GetPropertyMask() const final { return ffi::Module::kBinarySerializable | ffi::Module::kRunnable; }
  ffi::Bytes SaveToBytes() const final { return ffi::Bytes(runtime::SavePayload(payload_)); }
  ffi::String InspectSource(const ffi::String& format) const final {
    if (format == "backend_config") return payload_.backend_config;
    if (format == kFormat && payload_.format == kFormat) return payload_.image;
    bool is_source = payload_.format == kSourceFormat;
    return format == "" || format == kSourceFormat ? ffi::String(is_source ? payload_.image : source_)
                                                   : ffi::String();
  }
  bool ImplementsFunction(const ffi::String& name) final { return FindKernel(name) >= 0; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    return runtime::FunctionOf(ffi::GetObjectPtr<ffi::ModuleObj>(this), this, name);
  }

  const std::vector<KernelInfo>& kernels() const final { return payload_.kernels; }
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
  int32_t FindKernel(const ffi::String& name) const {
    for (size_t i = 0; i < payload_.kernels.size(); ++i)
      if (payload_.kernels[i].name == std::string_view(name.data(), name.size())) return int32_t(i);
    return -1;
  }

  // Once; a failure is told to each caller.
  RuntimeStatus Load(const LoadedObject** object) {
    std::call_once(once_, [this] { status_ = LoadedObject::Load(payload_, &loaded_); });
    *object = loaded_.get();
    return status_;
  }

  DevicePayload payload_;
  std::string source_;
  std::once_flag once_;
  RuntimeStatus status_;
  std::unique_ptr<LoadedObject> loaded_;
};

// Replaces source text by what the callback makes of it.
RuntimeStatus CompileSource(DevicePayload* payload, std::string* source) {
  ffi::Optional<ffi::Function> callback = ffi::Function::GetGlobal(kCompileCallback);
  if (!callback.has_value())
    return RuntimeStatus::Error(runtime::kRuntimeError, std::string("the module holds C source, and no `") +
                                                            kCompileCallback +
                                                            "` is registered to compile it");
  ffi::Expected<ffi::Array<ffi::Any>> compiled =
      callback.value().CallExpected<ffi::Array<ffi::Any>>(payload->image, payload->backend_config);
  if (compiled.is_err()) return RuntimeStatus::Error(runtime::kRuntimeError, compiled.error().message());
  ffi::Array<ffi::Any> parts = compiled.value();
  auto image = parts.size() == 2 ? parts[0].as<ffi::Bytes>() : std::nullopt;
  auto format = parts.size() == 2 ? parts[1].as<ffi::String>() : std::nullopt;
  if (!image || !format || *format != kFormat)
    return RuntimeStatus::Error(runtime::kValueError, std::string("`") + kCompileCallback +
                                                          "` must return [image, format] with the format so");
  *source = std::move(payload->image);
  payload->image = std::string(image->data(), image->size());
  payload->format = kFormat;
  return {};
}

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
  status = CompileSource(&payload, &source);
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
