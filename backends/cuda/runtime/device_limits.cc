// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/device_limits.h"

#include "backends/cuda/runtime/architecture_check.h"

namespace tirx::cuda {

namespace {

// 8 blocks are what every device with clusters takes, 16 what a kernel may opt in to (CUDA C++ Programming
// Guide, "Thread Block Clusters").
constexpr int kLargestCluster = 16;

}  // namespace

DeviceLimits ReadDeviceLimits(const driver::DriverApi& driver, int device_id) {
  auto read = [&](int attribute) { return driver::AttributeOf(driver, device_id, attribute); };
  DeviceLimits limits;
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

runtime::RuntimeStatus CheckArchitecture(const std::string& format, const std::string& arch,
                                         const DeviceLimits& device, const std::string& where) {
  std::string wrong = tirx_check_architecture(format, arch, device.major, device.minor, where);
  if (wrong.empty()) return {};
  return runtime::RuntimeStatus::Error(runtime::kRuntimeError, std::move(wrong));
}

}  // namespace tirx::cuda
