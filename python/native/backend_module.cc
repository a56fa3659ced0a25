// SPDX-License-Identifier: Apache-2.0
#include "python/native/backend_module.h"

#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/module.h>

#include <cstring>
#include <mutex>

#include "diag/render.h"
#include "runtime/device_module.h"

namespace tirx::python {
namespace {

using runtime::KernelInfo;
using runtime::LaunchConfig;

constexpr int64_t kMost = 2147483647;
constexpr runtime::LaunchLimits kLimits{{kMost, kMost, kMost}, {kMost, kMost, kMost}, kMost, 0, kMost};

// By which executables find them (driver/executable.cc).
constexpr const char* kLoaders[] = {"ffi.Module.load_from_bytes.", "tirx.keep_source."};

template <class T>
T LowBytes(uint64_t cell) {
  T value;
  std::memcpy(&value, &cell, sizeof(T));
  return value;
}

// A number where Python has such a type; the bits as an integer otherwise: addresses, narrow floats.
Any ArgumentOf(DType type, uint64_t cell) {
  if (type == Float(32)) return double(LowBytes<float>(cell));
  if (type == Float(64)) return LowBytes<double>(cell);
  if (type == Int(8)) return int64_t(LowBytes<int8_t>(cell));
  if (type == Int(16)) return int64_t(LowBytes<int16_t>(cell));
  if (type == Int(32)) return int64_t(LowBytes<int32_t>(cell));
  if (type == Bool()) return LowBytes<uint8_t>(cell) != 0;
  return int64_t(cell);
}

Array<int64_t> Extents(const LaunchConfig& config, runtime::LaunchSlot first) {
  return {config.values[first], config.values[first + 1], config.values[first + 2]};
}

class BackendModuleObj : public runtime::DeviceModuleObj {
 public:
  BackendModuleObj(std::string kind, int device_type, const BackendCallback& launch,
                   runtime::DevicePayload payload)
      : DeviceModuleObj(std::move(payload)),
        kind_(std::move(kind)),
        device_type_(device_type),
        launch_(launch) {}

  const char* kind() const final { return kind_.c_str(); }
  String InspectSource(const String& format) const final {
    if (format == "backend_config") return payload_.backend_config;
    return format == "" || View(format) == payload_.format ? String(payload_.image) : String();
  }

  int CheckReady() final { return 0; }
  bool AcceptsDevice(int32_t device_type) const final { return device_type == device_type_; }
  std::string DeviceName() const final { return kind_; }
  runtime::LaunchLimits Limits() const final { return kLimits; }

  int Launch(const runtime::KernelLaunch& launch) final {
    const KernelInfo& kernel = payload_.kernels[size_t(launch.kernel)];
    Array<Any> arguments;
    for (size_t i = 0; i < kernel.arg_types.size(); ++i)
      arguments.push_back(Array<Any>{String(DTypeName(kernel.arg_types[i])),
                                     ArgumentOf(kernel.arg_types[i], launch.cells[i])});
    if (int failed = CompileSource()) return failed;
    auto launched = launch_(
        ffi::Bytes(payload_.image), String(kernel.name), arguments, Extents(*launch.config, runtime::kGridX),
        Extents(*launch.config, runtime::kBlockX), launch.config->values[runtime::kDynamicSharedBytes]);
    if (launched.ok()) return 0;
    return runtime::Raise(runtime::kRuntimeError, diag::Render(launched.diagnostics()));
  }

 private:
  // A module that holds text, as one that was made with TIRX_COMPILE_FORCE_FALLBACK: at its first launch.
  int CompileSource() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (payload_.format != kind_) return 0;
    auto compile = ffi::Function::GetGlobalRequired("tirx_callback_" + kind_ + "_compile");
    auto made = compile.CallExpected<Array<Any>>(String(payload_.image), String(payload_.backend_config));
    if (made.is_err()) return runtime::Raise(runtime::kRuntimeError, std::string(made.error().message()));
    payload_.image = std::string(made.value()[0].cast<ffi::Bytes>());
    payload_.format = std::string(made.value()[1].cast<String>());
    return 0;
  }

  std::string kind_;
  int device_type_;
  const BackendCallback& launch_;
  std::mutex mutex_;
};

}  // namespace

bool AreModulesLoaded(const std::string& kind) {
  return ffi::Function::GetGlobal(kLoaders[0] + kind).has_value();
}

void OfferModules(const std::string& kind, int device_type, const BackendCallback& launch) {
  auto load = [kind, device_type, &launch](const ffi::Bytes& bytes) {
    runtime::DevicePayload payload;
    auto status = runtime::LoadPayload({bytes.data(), bytes.size()}, &payload);
    // tvm-ffi's way to fail from a typed function; without a backtrace it is cheap.
    if (!status.ok()) throw ffi::Error(status.kind, status.message, "");
    return ffi::Module(ffi::make_object<BackendModuleObj>(kind, device_type, launch, std::move(payload)));
  };
  for (const char* prefix : kLoaders) ffi::Function::SetGlobal(prefix + kind, ffi::Function::FromTyped(load));
}

}  // namespace tirx::python
