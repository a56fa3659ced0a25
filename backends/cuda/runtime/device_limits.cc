// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/device_limits.h"

#include <cctype>
#include <cstdlib>

#include "backends/cuda/runtime/cuda_device_api.h"

namespace tirx::cuda {

namespace {

// 8 blocks are what every device with clusters takes, 16 what a kernel may opt in to (CUDA C++ Programming
// Guide, "Thread Block Clusters").
constexpr int kLargestCluster = 16;

struct Architecture {
  int major = 0, minor = 0;
  char suffix = '\0';  // 'a', 'f' or none
};

// Of "sm_90a"; false for other texts.
bool Parse(const std::string& arch, Architecture* parsed) {
  if (!arch.starts_with("sm_")) return false;
  const char* digits = arch.c_str() + 3;
  char* end = nullptr;
  const long number = std::isdigit(static_cast<unsigned char>(*digits)) ? std::strtol(digits, &end, 10) : 0;
  if (number < 10 || number > 9999) return false;
  *parsed = {int(number / 10), int(number % 10), *end};
  return *end == '\0' || ((*end == 'a' || *end == 'f') && end[1] == '\0');
}

// CUDA C++ Programming Guide, "Application Compatibility" and "Feature Set Compiler Targets": code with `a`
// runs on its own capability, code with `f` on that and later ones of its major version; without a suffix
// cubins do so too, and PTX runs on everything later.
bool Runs(const std::string& format, const Architecture& arch, int major, int minor) {
  if (arch.suffix == 'a') return arch.major == major && arch.minor == minor;
  const bool same_family = arch.major == major && arch.minor <= minor;
  if (format == "ptx" && arch.suffix == '\0') return same_family || arch.major < major;
  return same_family;
}

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
  Architecture wanted;
  if (format == "fatbin" || !Parse(arch, &wanted) || Runs(format, wanted, device.major, device.minor))
    return {};
  return runtime::RuntimeStatus::Error(
      runtime::kRuntimeError, "the " + format + " image cannot be loaded" + where + ": it was compiled for " +
                                  arch + "; the device is " + ArchitectureOf(device.major, device.minor));
}

}  // namespace tirx::cuda
