// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/loaded_module.h"

#include <tvm/ffi/expected.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/function.h>

#include <string_view>

#include "backends/cuda/runtime/capture_scope.h"
#include "backends/cuda/runtime/cuda_device_api.h"
#include "runtime/kernel_cells.h"

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

// What the image was compiled for, from the configuration that the module carries; empty where it says
// nothing. That text is canonical JSON, in which only a key can look like this.
std::string ArchitectureIn(const std::string& backend_config) {
  constexpr std::string_view kKey = "\"arch\":\"";
  const size_t key = backend_config.find(kKey);
  if (key == std::string::npos) return "";
  const size_t start = key + kKey.size();
  return backend_config.substr(start, backend_config.find('"', start) - start);
}

int64_t ProductOf(const LaunchConfig& config, runtime::LaunchSlot first) {
  return config.values[first] * config.values[first + 1] * config.values[first + 2];
}

bool IsLeftByAnEarlierKernel(driver::Result result) {
  return result == driver::kErrorAssert || result == driver::kErrorIllegalAddress ||
         (result >= driver::kErrorHardwareStack && result <= driver::kErrorLaunchFailed);
}

}  // namespace

RuntimeStatus LoadedModule::Load(const DriverApi& driver, const runtime::DevicePayload& payload,
                                 int32_t device_id, std::unique_ptr<LoadedModule>* loaded) {
  std::unique_ptr<LoadedModule> made(new LoadedModule(driver, payload, device_id));
  RuntimeStatus status = driver::PrimaryContext(driver, device_id, &made->context_);
  if (!status.ok()) return status;
  driver::ContextScope scope(driver, made->context_);
  driver::CaptureScope capture(driver);
  status = driver::ToStatus(driver, scope.result(), "no context" + made->Where());
  made->limits_ = LimitsOf(driver, device_id);
  if (status.ok())
    status = CheckArchitecture(payload.format, ArchitectureIn(payload.backend_config), made->limits_,
                               made->Where());
  if (status.ok()) status = made->LoadImage();
  if (status.ok()) status = made->TellNvshmem();
  if (status.ok()) *loaded = std::move(made);
  return status;
}

LoadedModule::~LoadedModule() {
  if (module_ == nullptr) return;
  // The driver may be shutting down already: errors do not matter here.
  driver::ContextScope scope(driver_, context_);
  if (scope.result() == driver::kSuccess) driver_.module_unload(module_);
}

RuntimeStatus LoadedModule::LoadImage() {
  // The string's terminating NUL ends PTX text.
  const char* image = payload_.image.c_str();
  if (driver_.module_load_data_ex(&module_, image, 0, nullptr, nullptr) == driver::kSuccess) return {};
  // Once more, for the log, which is asked for only where there is something to read.
  char log[4096] = "";
  driver::JitOption options[] = {driver::kJitErrorLogBuffer, driver::kJitErrorLogBufferSizeBytes};
  void* values[] = {log, reinterpret_cast<void*>(sizeof(log) - 1)};
  driver::Result result = driver_.module_load_data_ex(&module_, image, 2, options, values);
  RuntimeStatus status =
      driver::ToStatus(driver_, result, "the " + payload_.format + " image cannot be loaded" + Where());
  if (status.ok()) return status;
  module_ = nullptr;
  const std::string arch = ArchitectureIn(payload_.backend_config);
  if (!arch.empty()) status.message += "; it was compiled for " + arch;
  status.message += "; the device is " + ArchitectureOf(limits_.major, limits_.minor);
  if (log[0] != '\0') status.message += std::string("\n") + log;
  return status;
}

// A program that uses NVSHMEM registers what its host library must do to each module with its device code
// (nvshmemx_cumodule_init), by the name under which other TVM-like runtimes look for it.
RuntimeStatus LoadedModule::TellNvshmem() const {
  constexpr const char* kHook = "runtime.nvshmem.cumodule_init";
  std::optional<tvm::ffi::Function> hook = tvm::ffi::Function::GetGlobal(kHook);
  if (!hook) return {};
  auto told = hook->CallExpected<tvm::ffi::Any>(reinterpret_cast<void*>(module_));
  if (!told.is_err()) return {};
  return RuntimeStatus::Error(runtime::kRuntimeError, std::string("`") + kHook + "` failed" + Where() + ": " +
                                                          std::string(told.error().message()));
}

// A driver loads a function when it is first asked about it or launched, which takes longer than the rest: a
// kernel that is not launched costs nothing.
RuntimeStatus LoadedModule::Know(const KernelInfo& info, Kernel* kernel) {
  if (kernel->known.load(std::memory_order_acquire)) return {};
  driver::CaptureScope capture(driver_);
  std::lock_guard<std::mutex> lock(mutex_);
  if (kernel->known.load(std::memory_order_relaxed)) return {};
  RuntimeStatus status = Find(info, kernel);
  if (status.ok()) kernel->known.store(true, std::memory_order_release);
  return status;
}

RuntimeStatus LoadedModule::Find(const KernelInfo& info, Kernel* kernel) {
  auto read = [&](driver::FunctionAttribute attribute, int* value) {
    return driver_.function_get_attribute(value, attribute, kernel->function);
  };
  driver::Result result = driver_.module_get_function(&kernel->function, module_, info.name.c_str());
  if (result == driver::kSuccess) result = read(driver::kSharedSizeBytes, &kernel->static_shared_bytes);
  if (result == driver::kSuccess) result = read(driver::kMaxThreadsOfFunction, &kernel->max_threads);
  if (result != driver::kSuccess)
    return driver::ToStatus(driver_, result, "kernel `" + info.name + "` cannot be loaded" + Where());
  int version = 0;
  driver_.driver_get_version(&version);
  kernel->launch_fields.clear();
  return FindLaunchFields(info, version, &kernel->launch_fields);
}

RuntimeStatus LoadedModule::Prepare(const KernelLaunch& launch, Kernel* kernel) {
  const LaunchConfig& config = *launch.config;
  const std::string& name = payload_.kernels[size_t(launch.kernel)].name;
  RuntimeStatus status = Know(payload_.kernels[size_t(launch.kernel)], kernel);
  if (!status.ok()) return status;
  const int64_t threads = ProductOf(config, runtime::kBlockX);
  if (threads > kernel->max_threads)
    return RuntimeStatus::Error(runtime::kValueError,
                                "kernel `" + name + "`: a block of " + std::to_string(threads) +
                                    " threads; its registers or its launch bounds leave room for " +
                                    std::to_string(kernel->max_threads));
  status = CheckLaunchFields(name, config, kernel->launch_fields);
  if (status.ok()) status = AllowShared(name, int(config.values[runtime::kDynamicSharedBytes]), kernel);
  if (status.ok()) status = AllowCluster(name, ProductOf(config, runtime::kClusterX), kernel);
  return status;
}

RuntimeStatus LoadedModule::AllowCluster(const std::string& name, int64_t blocks, Kernel* kernel) {
  if (blocks <= kPortableClusterBlocks || kernel->large_clusters.load(std::memory_order_acquire)) return {};
  driver::Result result =
      driver_.function_set_attribute(kernel->function, driver::kNonPortableClusterSizeAllowed, 1);
  if (result == driver::kSuccess) kernel->large_clusters.store(true, std::memory_order_release);
  return driver::ToStatus(
      driver_, result, "kernel `" + name + "` cannot use clusters of " + std::to_string(blocks) + " blocks");
}

RuntimeStatus LoadedModule::AllowShared(const std::string& name, int dynamic, Kernel* kernel) {
  if (dynamic + kernel->static_shared_bytes <= kDefaultSharedBytes ||
      dynamic <= kernel->dynamic_shared_bytes.load(std::memory_order_acquire))
    return {};
  if (dynamic + kernel->static_shared_bytes > limits_.shared_bytes)
    return RuntimeStatus::Error(runtime::kValueError,
                                "kernel `" + name + "` needs " + std::to_string(dynamic) +
                                    " bytes of dynamic and " + std::to_string(kernel->static_shared_bytes) +
                                    " of static shared memory; the device's limit for both is " +
                                    std::to_string(limits_.shared_bytes));
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
  driver::LaunchConfig config = attributes.Config(*launch.config);
  return driver_.launch_kernel_ex(&config, kernel.function, parameters.data(), nullptr);
}

RuntimeStatus LoadedModule::Launch(const KernelLaunch& launch) {
  driver::ContextScope scope(driver_, context_);
  Kernel& kernel = kernels_[size_t(launch.kernel)];
  driver::Result result = scope.result();
  if (result == driver::kSuccess) {
    RuntimeStatus status = Prepare(launch, &kernel);
    if (!status.ok()) return status;
    result = Submit(kernel, launch);
  }
  if (result == driver::kSuccess) return {};
  const KernelInfo& info = payload_.kernels[size_t(launch.kernel)];
  return RuntimeStatus::Error(
      runtime::kRuntimeError,
      "launch of kernel `" + info.name + "`" + Where() + " failed: " + driver::ErrorText(driver_, result) +
          Explain(result, kernel, *launch.config) + "; " + runtime::Describe(*launch.config) +
          " arguments=" + runtime::DescribeArguments(info, launch.cells));
}

std::string LoadedModule::Explain(driver::Result result, const Kernel& kernel,
                                  const LaunchConfig& config) const {
  if (IsLeftByAnEarlierKernel(result))
    return "; an earlier kernel may have done it, since kernels run after their launch returns";
  if (result == driver::kErrorCooperativeLaunchTooLarge) {
    int blocks = 0;
    driver_.max_active_blocks(&blocks, kernel.function, int(ProductOf(config, runtime::kBlockX)),
                              size_t(config.values[runtime::kDynamicSharedBytes]));
    return "; the blocks of a cooperative launch run at once, and the device holds " +
           std::to_string(blocks * limits_.multiprocessors) + " of this kernel";
  }
  if (result == driver::kErrorInvalidClusterSize) {
    LaunchAttributes none(LaunchConfig{}, {}, nullptr);
    driver::LaunchConfig shape = none.Config(config);
    int blocks = 0;
    driver_.max_cluster_size(&blocks, kernel.function, &shape);
    return "; with these blocks the device takes clusters of at most " + std::to_string(blocks);
  }
  return "";
}

}  // namespace tirx::cuda
