// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/driver_api.h"

#include <dlfcn.h>

#include <map>
#include <mutex>

namespace tirx::cuda::driver {

namespace {

constexpr const char* kLibrary = "libcuda.so.1";

struct Opened {
  DriverApi api;
  bool usable = false;
  std::string why;
};

// cuTensorMapEncodeTiled came with driver 12.0 and is the newest function used.
bool LookUp(void* library, DriverApi* api, std::string* why) {
#define TIRX_CUDA_LOOK_UP(member, name, ...)                                   \
  api->member = reinterpret_cast<decltype(api->member)>(dlsym(library, name)); \
  if (api->member == nullptr) {                                                \
    *why = std::string("the CUDA driver is too old: it lacks `") + name + "`"; \
    return false;                                                              \
  }
  TIRX_CUDA_DRIVER_FUNCTIONS(TIRX_CUDA_LOOK_UP)
#undef TIRX_CUDA_LOOK_UP
  return true;
}

Opened Open() {
  Opened opened;
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* error = dlerror();
    opened.why = std::string("there is no CUDA driver (") + (error ? error : kLibrary) + ")";
    return opened;
  }
  if (!LookUp(library, &opened.api, &opened.why)) return opened;
  Result result = opened.api.init(0);
  if (result != kSuccess) {
    opened.why = "the CUDA driver does not start: " + ErrorText(opened.api, result);
    return opened;
  }
  result = opened.api.device_get_count(&opened.api.device_count);
  if (result != kSuccess || opened.api.device_count == 0) {
    opened.why = "the CUDA driver sees no device";
    return opened;
  }
  opened.usable = true;
  return opened;
}

}  // namespace

const DriverApi* FindDriver(std::string* why) {
  // Never destroyed: modules are unloaded while static objects are torn down.
  static const Opened* opened = new Opened(Open());
  if (opened->usable) return &opened->api;
  if (why != nullptr) *why = opened->why;
  return nullptr;
}

std::string ErrorText(const DriverApi& driver, Result result) {
  const char* name = nullptr;
  const char* text = nullptr;
  driver.get_error_name(result, &name);
  driver.get_error_string(result, &text);
  return (name ? name : "CUDA error " + std::to_string(result)) + " (" + (text ? text : "unknown") + ")";
}

runtime::RuntimeStatus ToStatus(const DriverApi& driver, Result result, const std::string& what) {
  if (result == kSuccess) return {};
  return runtime::RuntimeStatus::Error(runtime::kRuntimeError, what + ": " + ErrorText(driver, result));
}

runtime::RuntimeStatus PrimaryContext(const DriverApi& driver, int device_id, Context* context) {
  static std::mutex mutex;
  static auto* contexts = new std::map<int, Context>;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = contexts->find(device_id);
  if (found != contexts->end()) {
    *context = found->second;
    return {};
  }
  if (device_id < 0 || device_id >= driver.device_count)
    return runtime::RuntimeStatus::Error(
        runtime::kValueError, "there is no CUDA device " + std::to_string(device_id) + "; the driver sees " +
                                  std::to_string(driver.device_count));
  Device device = 0;
  Result result = driver.device_get(&device, device_id);
  if (result == kSuccess) result = driver.primary_context_retain(context, device);
  if (result == kSuccess) contexts->emplace(device_id, *context);
  return ToStatus(driver, result, "cannot use CUDA device " + std::to_string(device_id));
}

int AttributeOf(const DriverApi& driver, int device_id, int attribute) {
  Device device = 0;
  int value = 0;
  if (driver.device_get(&device, device_id) != kSuccess) return 0;
  return driver.device_get_attribute(&value, DeviceAttribute(attribute), device) == kSuccess ? value : 0;
}

ContextScope::ContextScope(const DriverApi& driver, Context context) : driver_(driver) {
  Context current = nullptr;
  result_ = driver.context_get_current(&current);
  if (result_ != kSuccess || current == context) return;
  result_ = driver.context_push_current(context);
  pushed_ = result_ == kSuccess;
}

ContextScope::~ContextScope() {
  Context popped = nullptr;
  if (pushed_) driver_.context_pop_current(&popped);
}

}  // namespace tirx::cuda::driver
