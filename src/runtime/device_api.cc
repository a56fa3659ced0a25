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
