// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/cuda_device_api.h"

#include "backends/cuda/runtime/architecture_check.h"
#include "backends/cuda/runtime/cuda_event.h"
#include "backends/cuda/runtime/cuda_module.h"
#include "backends/cuda/runtime/device_limits.h"
#include "backends/cuda/runtime/device_memory.h"
#include "backends/cuda/runtime/driver_api.h"
#include "backends/cuda/runtime/tensor_map.h"
#include "runtime/device_api.h"

namespace tirx::cuda {

namespace {

using driver::DriverApi;
using runtime::RuntimeStatus;

driver::DevicePtr ToDevicePtr(const void* pointer) {
  return reinterpret_cast<driver::DevicePtr>(pointer);
}

class CudaDeviceApi : public runtime::DeviceApi {
 public:
  std::string Name() const override { return "cuda"; }
  int Count() override {
    const DriverApi* driver = driver::FindDriver();
    return driver ? driver->device_count : 0;
  }
  std::string WhyAbsent() override {
    std::string why;
    driver::FindDriver(&why);
    return why;
  }
  std::string DeviceName(int device_id) override {
    char name[256] = "";
    driver::Device device = 0;
    const DriverApi* driver = driver::FindDriver();
    if (driver == nullptr || driver->device_get(&device, device_id) != driver::kSuccess) return "";
    driver->device_get_name(name, sizeof(name), device);
    return name;
  }
  std::string Architecture(int device_id) override {
    driver::Device device = 0;
    int major = 0, minor = 0;
    const DriverApi* driver = driver::FindDriver();
    if (driver == nullptr || driver->device_get(&device, device_id) != driver::kSuccess) return "";
    driver->device_get_attribute(&major, driver::kComputeCapabilityMajor, device);
    driver->device_get_attribute(&minor, driver::kComputeCapabilityMinor, device);
    return ArchitectureOf(major, minor);
  }

  std::vector<std::pair<std::string, int64_t>> Properties(int device_id) override {
    const DriverApi* driver = driver::FindDriver();
    driver::Device device = 0;
    if (driver == nullptr || driver->device_get(&device, device_id) != driver::kSuccess) return {};
    size_t bytes = 0;
    int version = 0;
    driver->device_total_memory(&bytes, device);
    driver->driver_get_version(&version);
    const DeviceLimits limits = LimitsOf(*driver, device_id);
    return {{"memory_bytes", int64_t(bytes)},
            {"multiprocessors", limits.multiprocessors},
            {"shared_bytes_per_block", limits.shared_bytes},
            {"driver_version", version}};
  }

  RuntimeStatus Allocate(int device_id, size_t bytes, void** data) override {
    return InContext(device_id, "cannot allocate " + std::to_string(bytes) + " bytes on the device",
                     [&](const DriverApi& driver) {
                       driver::DevicePtr pointer = 0;
                       driver::Result result = memory_.Allocate(driver, device_id, bytes, &pointer);
                       *data = reinterpret_cast<void*>(pointer);
                       return result;
                     });
  }
  RuntimeStatus Free(int device_id, void* data) override {
    return InContext(device_id, "cannot free device memory",
                     [&](const DriverApi& driver) { return memory_.Free(driver, ToDevicePtr(data)); });
  }
  RuntimeStatus Zero(int device_id, void* data, size_t bytes, TVMFFIStreamHandle stream) override {
    if (bytes == 0) return {};
    return InContext(device_id, "cannot clear device memory", [&](const DriverApi& driver) {
      return driver.memory_set_async(ToDevicePtr(data), 0, bytes, static_cast<driver::Stream>(stream));
    });
  }
  RuntimeStatus Copy(int device_id, void* to, const void* from, size_t bytes,
                     TVMFFIStreamHandle stream) override {
    if (bytes == 0) return {};
    return InContext(device_id, "cannot copy " + std::to_string(bytes) + " bytes",
                     [&](const DriverApi& driver) {
                       return driver.memory_copy_async(ToDevicePtr(to), ToDevicePtr(from), bytes,
                                                       static_cast<driver::Stream>(stream));
                     });
  }
  RuntimeStatus Synchronize(int device_id, TVMFFIStreamHandle stream) override {
    return InContext(device_id, "the device reports an error", [&](const DriverApi& driver) {
      return driver.stream_synchronize(static_cast<driver::Stream>(stream));
    });
  }
  RuntimeStatus Record(int device_id, TVMFFIStreamHandle stream,
                       std::unique_ptr<runtime::DeviceEvent>* event) override {
    return InContext(device_id, "cannot record an event", [&](const DriverApi& driver) {
      return RecordCudaEvent(driver, static_cast<driver::Stream>(stream), event);
    });
  }

 private:
  template <class Action>
  static RuntimeStatus InContext(int device_id, const std::string& what, Action action) {
    std::string why;
    const DriverApi* driver = driver::FindDriver(&why);
    if (driver == nullptr) return RuntimeStatus::Error(runtime::kRuntimeError, why);
    driver::Context context = nullptr;
    RuntimeStatus status = driver::PrimaryContext(*driver, device_id, &context);
    if (!status.ok()) return status;
    driver::ContextScope scope(*driver, context);
    driver::Result result = scope.result();
    if (result == driver::kSuccess) result = action(*driver);
    status = driver::ToStatus(*driver, result, what);
    size_t free = 0, total = 0;
    if (result == driver::kErrorOutOfMemory && driver->memory_get_info(&free, &total) == driver::kSuccess)
      status.message += "; " + std::to_string(free) + " of its " + std::to_string(total) + " bytes are free";
    return status;
  }

  DeviceMemory memory_;
};

}  // namespace

std::string ArchitectureOf(int major, int minor) {
  return tirx_architecture_of(major, minor);
}

void RegisterRuntime() {
  runtime::RegisterDeviceApi(
      kDLCUDA, +[]() -> runtime::DeviceApi* { return new CudaDeviceApi; });
  RegisterCudaModule();
  RegisterTensorMaps();
}

}  // namespace tirx::cuda
