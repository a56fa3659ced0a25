// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/loaded_module.h"

#include <tvm/ffi/container/map.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/extra/json.h>

#include "backends/cuda/runtime/cuda_device_api.h"

namespace tirx::cuda {

using driver::DriverApi;
using runtime::KernelInfo;
using runtime::KernelLaunch;
using runtime::LaunchConfig;
using runtime::RuntimeStatus;

namespace {

// Without an opt-in: CUDA C++ Programming Guide, technical specifications per compute capability.
constexpr int kDefaultSharedBytes = 48 * 1024;
constexpr int64_t kPortableClusterBlocks = 8;

// The driver takes a pointer to each argument.
class ParameterList {
 public:
  ParameterList(const KernelInfo& info, const uint64_t* cells)
      : many_(info.arg_types.size() > kInline ? info.arg_types.size() : 0) {
    for (size_t i = 0; i < info.arg_types.size(); ++i) {
      bool by_value = i < info.arg_extra_tags.size() && info.arg_extra_tags[i] == runtime::kTensorMapArg;
      data()[i] = by_value ? reinterpret_cast<void*>(cells[i]) : const_cast<uint64_t*>(cells + i);
    }
  }
  void** data() { return many_.empty() ? few_ : many_.data(); }

 private:
  static constexpr size_t kInline = 32;
  void* few_[kInline];
  std::vector<void*> many_;
};

// "; it was compiled for sm_100a", from the configuration that the module carries.
std::string WhatItIsFor(const std::string& backend_config) {
  tvm::ffi::String error;
  tvm::ffi::Any parsed = tvm::ffi::json::Parse(backend_config, &error);
  using Map = tvm::ffi::Map<tvm::ffi::String, tvm::ffi::Any>;
  auto whole = parsed.try_cast<Map>();
  auto part = whole && whole->count("cuda") ? (*whole)["cuda"].try_cast<Map>() : std::nullopt;
  auto arch = part && part->count("arch") ? (*part)["arch"].try_cast<tvm::ffi::String>() : std::nullopt;
  return arch ? "; it was compiled for " + std::string(*arch) : "";
}

std::string DeviceArch(const DriverApi& driver, int32_t device_id) {
  driver::Device device = 0;
  int major = 0, minor = 0;
  driver.device_get(&device, device_id);
  driver.device_get_attribute(&major, driver::kComputeCapabilityMajor, device);
  driver.device_get_attribute(&minor, driver::kComputeCapabilityMinor, device);
  return ArchitectureOf(major, minor);
}

}  // namespace

RuntimeStatus LoadedModule::Load(const DriverApi& driver, const runtime::DevicePayload& payload,
                                 int32_t device_id, std::unique_ptr<LoadedModule>* loaded) {
  std::unique_ptr<LoadedModule> made(new LoadedModule(driver, payload, device_id));
  RuntimeStatus status = driver::PrimaryContext(driver, device_id, &made->context_);
  if (!status.ok()) return status;
  driver::ContextScope scope(driver, made->context_);
  status = driver::ToStatus(driver, scope.result(), "no context" + made->Where());
  if (status.ok()) status = made->LoadImage();
  if (status.ok()) status = made->FindKernels();
  if (!status.ok()) return status;
  driver::Device device = 0;
  driver.device_get(&device, device_id);
  driver.device_get_attribute(&made->shared_limit_, driver::kMaxSharedMemoryPerBlockOptin, device);
  *loaded = std::move(made);
  return {};
}

LoadedModule::~LoadedModule() {
  if (module_ == nullptr) return;
  // The driver may be shutting down already: errors do not matter here.
  driver::ContextScope scope(driver_, context_);
  if (scope.result() == driver::kSuccess) driver_.module_unload(module_);
}

RuntimeStatus LoadedModule::LoadImage() {
  char log[4096] = "";
  driver::JitOption options[] = {driver::kJitErrorLogBuffer, driver::kJitErrorLogBufferSizeBytes};
  void* values[] = {log, reinterpret_cast<void*>(sizeof(log) - 1)};
  // The string's terminating NUL ends PTX text.
  driver::Result result = driver_.module_load_data_ex(&module_, payload_.image.c_str(), 2, options, values);
  RuntimeStatus status =
      driver::ToStatus(driver_, result, "the " + payload_.format + " image cannot be loaded" + Where());
  if (status.ok()) return status;
  module_ = nullptr;
  status.message +=
      WhatItIsFor(payload_.backend_config) + "; the device is " + DeviceArch(driver_, device_id_);
  if (log[0] != '\0') status.message += std::string("\n") + log;
  return status;
}

RuntimeStatus LoadedModule::FindKernels() {
  int version = 0;
  driver_.driver_get_version(&version);
  for (size_t i = 0; i < kernels_.size(); ++i) {
    const std::string& name = payload_.kernels[i].name;
    driver::Result result = driver_.module_get_function(&kernels_[i].function, module_, name.c_str());
    if (result == driver::kSuccess)
      result = driver_.function_get_attribute(&kernels_[i].static_shared_bytes, driver::kSharedSizeBytes,
                                              kernels_[i].function);
    RuntimeStatus status =
        driver::ToStatus(driver_, result, "kernel `" + name + "` cannot be loaded" + Where());
    if (status.ok()) status = FindLaunchFields(payload_.kernels[i], version, &kernels_[i].launch_fields);
    if (!status.ok()) return status;
  }
  return {};
}

RuntimeStatus LoadedModule::Prepare(const KernelLaunch& launch, Kernel* kernel) {
  const LaunchConfig& config = *launch.config;
  const std::string& name = payload_.kernels[size_t(launch.kernel)].name;
  const int dynamic = int(config.values[runtime::kDynamicSharedBytes]);
  if (dynamic + kernel->static_shared_bytes > kDefaultSharedBytes &&
      dynamic > kernel->dynamic_shared_bytes.load(std::memory_order_acquire)) {
    RuntimeStatus status = AllowShared(name, dynamic, kernel);
    if (!status.ok()) return status;
  }
  const int64_t blocks = config.values[runtime::kClusterX] * config.values[runtime::kClusterY] *
                         config.values[runtime::kClusterZ];
  if (blocks <= kPortableClusterBlocks || kernel->large_clusters.load(std::memory_order_acquire)) return {};
  driver::Result result =
      driver_.function_set_attribute(kernel->function, driver::kNonPortableClusterSizeAllowed, 1);
  if (result == driver::kSuccess) kernel->large_clusters.store(true, std::memory_order_release);
  return driver::ToStatus(
      driver_, result, "kernel `" + name + "` cannot use clusters of " + std::to_string(blocks) + " blocks");
}

RuntimeStatus LoadedModule::AllowShared(const std::string& name, int dynamic, Kernel* kernel) {
  if (dynamic + kernel->static_shared_bytes > shared_limit_)
    return RuntimeStatus::Error(runtime::kValueError,
                                "kernel `" + name + "` needs " + std::to_string(dynamic) +
                                    " bytes of dynamic and " + std::to_string(kernel->static_shared_bytes) +
                                    " of static shared memory; the device's limit for both is " +
                                    std::to_string(shared_limit_));
  // Under the lock, so that a smaller request never overwrites a larger one.
  std::lock_guard<std::mutex> lock(mutex_);
  if (dynamic <= kernel->dynamic_shared_bytes.load(std::memory_order_relaxed)) return {};
  driver::Result result =
      driver_.function_set_attribute(kernel->function, driver::kMaxDynamicSharedSizeBytes, dynamic);
  if (result == driver::kSuccess) kernel->dynamic_shared_bytes.store(dynamic, std::memory_order_release);
  return driver::ToStatus(
      driver_, result,
      "kernel `" + name + "` cannot have " + std::to_string(dynamic) + " bytes of dynamic shared memory");
}

driver::Result LoadedModule::Submit(const Kernel& kernel, const KernelLaunch& launch) const {
  auto current = static_cast<driver::Stream>(TVMFFIEnvGetStream(kDLCUDA, device_id_));
  LaunchAttributes attributes(*launch.config, kernel.launch_fields, current);
  ParameterList parameters(payload_.kernels[size_t(launch.kernel)], launch.cells);
  driver::LaunchConfig config{};
  config.grid = Extents(*launch.config, runtime::kGridX);
  config.block = Extents(*launch.config, runtime::kBlockX);
  config.shared_bytes = unsigned(launch.config->values[runtime::kDynamicSharedBytes]);
  config.stream = attributes.stream();
  config.attributes = attributes.data();
  config.num_attributes = attributes.count();
  return driver_.launch_kernel_ex(&config, kernel.function, parameters.data(), nullptr);
}

RuntimeStatus LoadedModule::Launch(const KernelLaunch& launch) {
  driver::ContextScope scope(driver_, context_);
  driver::Result result = scope.result();
  if (result == driver::kSuccess) {
    Kernel& kernel = kernels_[size_t(launch.kernel)];
    RuntimeStatus status = Prepare(launch, &kernel);
    if (!status.ok()) return status;
    result = Submit(kernel, launch);
  }
  if (result == driver::kSuccess) return {};
  return RuntimeStatus::Error(runtime::kRuntimeError,
                              "launch of kernel `" + payload_.kernels[size_t(launch.kernel)].name + "`" +
                                  Where() + " failed: " + driver::ErrorText(driver_, result) + "; " +
                                  runtime::Describe(*launch.config));
}

}  // namespace tirx::cuda
