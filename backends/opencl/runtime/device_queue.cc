// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/device_queue.h"

#include <map>
#include <memory>
#include <mutex>

namespace tirx::opencl {
namespace {

using runtime::RuntimeStatus;

template <class T>
T InfoOf(const DeviceQueue& queue, DeviceInfo what) {
  T value{};
  queue.api->get_device_info(queue.device, what, sizeof(value), &value, nullptr);
  return value;
}

RuntimeStatus Make(const Api& api, int device_id, DeviceQueue* queue) {
  queue->api = &api;
  queue->device = api.devices[size_t(device_id)];
  Error error = 0;
  queue->context = api.create_context(nullptr, 1, &queue->device, nullptr, nullptr, &error);
  if (error == 0) queue->queue = api.create_queue(queue->context, queue->device, kProfilingEnabled, &error);
  char name[256] = "";
  api.get_device_info(queue->device, kDeviceName, sizeof(name), name, nullptr);
  queue->name = name;
  queue->max_threads = InfoOf<size_t>(*queue, kMaxWorkGroupSize);
  queue->local_bytes = size_t(InfoOf<uint64_t>(*queue, kLocalMemSize));
  queue->address_alignment = InfoOf<uint32_t>(*queue, kMemBaseAddressAlign) / 8;
  queue->max_block = InfoOf<std::array<size_t, 3>>(*queue, kMaxWorkItemSizes);
  return ToStatus(error, "cannot use OpenCL device " + std::to_string(device_id));
}

}  // namespace

RuntimeStatus FindDeviceQueue(int device_id, const DeviceQueue** found) {
  static std::mutex mutex;
  static auto* queues = new std::map<int, std::unique_ptr<DeviceQueue>>;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto known = queues->find(device_id); known != queues->end()) {
    *found = known->second.get();
    return {};
  }
  std::string why;
  const Api* api = FindApi(&why);
  if (api == nullptr) return RuntimeStatus::Error(runtime::kRuntimeError, why);
  if (device_id < 0 || size_t(device_id) >= api->devices.size())
    return RuntimeStatus::Error(runtime::kValueError, "there is no OpenCL device " +
                                                          std::to_string(device_id) + "; there are " +
                                                          std::to_string(api->devices.size()));
  auto made = std::make_unique<DeviceQueue>();
  RuntimeStatus status = Make(*api, device_id, made.get());
  if (status.ok()) *found = queues->emplace(device_id, std::move(made)).first->second.get();
  return status;
}

}  // namespace tirx::opencl
