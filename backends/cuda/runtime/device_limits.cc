// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/device_limits.h"

#include <map>
#include <mutex>

#include "backends/cuda/runtime/architecture_check.h"

namespace tirx::cuda {

namespace {

// 8 blocks are what every device with clusters takes, 16 what a kernel may opt in to (CUDA C++ Programming
// Guide, "Thread Block Clusters").
constexpr int kLargestCluster = 16;

DeviceLimits Read(const driver::DriverApi& driver, int device_id) {
  DeviceLimits limits;
  driver::Device device = 0;
  if (driver.device_get(&device, device_id) != driver::kSuccess) return limits;
  auto read = [&](int attribute) {
    int value = 0;
    driver.device_get_attribute(&value, driver::DeviceAttribute(attribute), device);
    return value;
  };
  limits.major = read(driver::kComputeCapabilityMajor);
  limits.minor = read(driver::kComputeCapabilityMinor);
  for (int axis = 0; axis < 3; ++axis) {
    limits.launch.grid[size_t(axis)] = read(driver::kMaxGridDimX + axis);
    limits.launch.block[size_t(axis)] = read(driver::kMaxBlockDimX + axis);
  }
  limits.launch.threads_per_block = read(driver::kMaxThreadsPerBlock);
  limits.launch.blocks_per_cluster = read(driver::kClusterLaunch) != 0 ? kLargestCluster : 0;
  limits.shared_bytes = read(driver::kMaxSharedMemoryPerBlockOptin);
  limits.launch.dynamic_shared_bytes = limits.shared_bytes;
  limits.multiprocessors = read(driver::kMultiprocessorCount);
  return limits;
}

struct KnownDevices {
  std::mutex mutex;
  std::map<int, DeviceLimits> limits;
};
KnownDevices& Known() {
  static auto* known = new KnownDevices;
  return *known;
}

}  // namespace

DeviceLimits LimitsOf(const driver::DriverApi& driver, int device_id) {
  KnownDevices& known = Known();
  std::lock_guard<std::mutex> lock(known.mutex);
  auto found = known.limits.find(device_id);
  if (found == known.limits.end()) found = known.limits.emplace(device_id, Read(driver, device_id)).first;
  return found->second;
}

void ForgetDeviceLimits() {
  std::lock_guard<std::mutex> lock(Known().mutex);
  Known().limits.clear();
}

runtime::RuntimeStatus CheckArchitecture(const std::string& format, const std::string& arch,
                                         const DeviceLimits& device, const std::string& where) {
  std::string wrong = tirx_check_architecture(format, arch, device.major, device.minor, where);
  if (wrong.empty()) return {};
  return runtime::RuntimeStatus::Error(runtime::kRuntimeError, std::move(wrong));
}

}  // namespace tirx::cuda
