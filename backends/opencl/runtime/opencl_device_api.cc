// SPDX-License-Identifier: Apache-2.0
// OpenCL devices for the runtime: memory, copies, waiting; and the registration of all that this folder
// offers.
#include "backends/opencl/runtime/buffers.h"
#include "backends/opencl/runtime/marker.h"
#include "backends/opencl/runtime/opencl_module.h"
#include "runtime/device_api.h"

namespace tirx::opencl {
namespace {

using runtime::RuntimeStatus;

Error EnqueueCopy(const DeviceQueue& device, Queue queue, void* to, const void* from, size_t bytes) {
  const Api& api = *device.api;
  Place target = FindPlace(to), source = FindPlace(from);
  if (target.buffer && source.buffer)
    return api.copy(queue, source.buffer, target.buffer, source.offset, target.offset, bytes, 0, nullptr,
                    nullptr);
  if (target.buffer)
    return api.write(queue, target.buffer, kNonBlocking, target.offset, bytes, from, 0, nullptr, nullptr);
  if (source.buffer)
    return api.read(queue, source.buffer, kNonBlocking, source.offset, bytes, to, 0, nullptr, nullptr);
  return -38;  // CL_INVALID_MEM_OBJECT: both on the host
}

class OpenclDeviceApi : public runtime::DeviceApi {
 public:
  std::string Name() const override { return "opencl"; }
  int Count() override {
    const Api* api = FindApi();
    return api ? int(api->devices.size()) : 0;
  }
  std::string WhyAbsent() override {
    std::string why;
    FindApi(&why);
    return why;
  }
  std::string DeviceName(int device_id) override {
    const DeviceQueue* queue = nullptr;
    return FindDeviceQueue(device_id, &queue).ok() ? queue->name : "";
  }
  std::string Architecture(int) override { return ""; }  // the driver compiles; targets name none

  RuntimeStatus Allocate(int device_id, size_t bytes, void** data) override {
    return With(device_id, [&](const DeviceQueue& queue) { return AllocateBuffer(queue, bytes, data); });
  }
  RuntimeStatus Free(int device_id, void* data) override {
    return With(device_id, [&](const DeviceQueue& queue) { return FreeBuffer(queue, data); });
  }
  RuntimeStatus Copy(int device_id, void* to, const void* from, size_t bytes,
                     TVMFFIStreamHandle stream) override {
    if (bytes == 0) return {};
    return With(device_id, [&](const DeviceQueue& queue) {
      return ToStatus(EnqueueCopy(queue, queue.On(stream), to, from, bytes),
                      "cannot copy " + std::to_string(bytes) + " bytes");
    });
  }
  RuntimeStatus Synchronize(int device_id, TVMFFIStreamHandle stream) override {
    return With(device_id, [&](const DeviceQueue& queue) {
      return ToStatus(queue.api->finish(queue.On(stream)), "the device reports an error");
    });
  }
  RuntimeStatus Record(int device_id, TVMFFIStreamHandle stream,
                       std::unique_ptr<runtime::DeviceEvent>* event) override {
    return With(device_id,
                [&](const DeviceQueue& queue) { return RecordMarker(queue, queue.On(stream), event); });
  }

 private:
  template <class Action>
  static RuntimeStatus With(int device_id, Action action) {
    const DeviceQueue* queue = nullptr;
    RuntimeStatus status = FindDeviceQueue(device_id, &queue);
    return status.ok() ? action(*queue) : status;
  }
};

}  // namespace

void RegisterRuntime() {
  runtime::RegisterDeviceApi(
      kDLOpenCL, +[]() -> runtime::DeviceApi* { return new OpenclDeviceApi; });
  RegisterOpenclModule();
}

}  // namespace tirx::opencl
