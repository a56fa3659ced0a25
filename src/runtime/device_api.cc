// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_api.h"

#include <map>
#include <mutex>

namespace tirx::runtime {

namespace {

struct Entry {
  DeviceApiFactory factory = nullptr;
  DeviceApi* made = nullptr;
};

struct Table {
  std::mutex mutex;
  std::map<int32_t, Entry> entries;
};

// Never destroyed: device memory may be freed while static objects are torn down.
Table& TheTable() {
  static Table* table = new Table;
  return *table;
}

}  // namespace

RuntimeStatus DeviceApi::Zero(int device_id, void* data, size_t bytes, TVMFFIStreamHandle stream) {
  const std::vector<char> zeros(bytes);
  RuntimeStatus status = Copy(device_id, data, zeros.data(), bytes, stream);
  return status.ok() ? Synchronize(device_id, stream) : status;  // the zeros end here
}

RuntimeStatus DeviceApi::Record(int device_id, TVMFFIStreamHandle stream,
                                std::unique_ptr<DeviceEvent>* event) {
  RuntimeStatus status = Synchronize(device_id, stream);
  if (status.ok()) *event = std::make_unique<HostEvent>();
  return status;
}

void RegisterDeviceApi(DLDeviceType type, DeviceApiFactory factory) {
  std::lock_guard<std::mutex> lock(TheTable().mutex);
  TheTable().entries[type] = {factory, nullptr};
}

DeviceApi* FindDeviceApi(int32_t device_type) {
  std::lock_guard<std::mutex> lock(TheTable().mutex);
  auto found = TheTable().entries.find(device_type);
  if (found == TheTable().entries.end()) return nullptr;
  if (found->second.made == nullptr) found->second.made = found->second.factory();
  return found->second.made;
}

DeviceApi* FindDevice(DLDevice device, RuntimeStatus* status) {
  DeviceApi* api = FindDeviceApi(device.device_type);
  if (api == nullptr) {
    *status = RuntimeStatus::Error(
        kValueError, "tirx has no memory on " + DeviceTypeName(device.device_type) + " devices");
    return nullptr;
  }
  const int count = api->Count();
  if (device.device_id >= 0 && device.device_id < count) return api;
  *status =
      count == 0
          ? RuntimeStatus::Error(kRuntimeError, "there is no " + api->Name() + " device: " + api->WhyAbsent())
          : RuntimeStatus::Error(kValueError, "there is no device " + api->Name() + ":" +
                                                  std::to_string(device.device_id) + "; there " +
                                                  (count == 1 ? "is " : "are ") + std::to_string(count));
  return nullptr;
}

std::vector<DLDeviceType> RegisteredDeviceTypes() {
  std::lock_guard<std::mutex> lock(TheTable().mutex);
  std::vector<DLDeviceType> types;
  for (const auto& entry : TheTable().entries) types.push_back(DLDeviceType(entry.first));
  return types;
}

std::string DeviceTypeName(int32_t device_type) {
  if (device_type == kDLCPU) return "cpu";
  if (DeviceApi* api = FindDeviceApi(device_type)) return api->Name();
  return "device type " + std::to_string(device_type);
}

uint32_t ReachableDeviceTypes(int32_t device_type) {
  const uint32_t own = 1u << device_type;
  if (device_type == kDLCUDA) return own | 1u << kDLCUDAHost | 1u << kDLCUDAManaged;
  return device_type == kDLROCM ? own | 1u << kDLROCMHost : own;
}

}  // namespace tirx::runtime
