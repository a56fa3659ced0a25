// SPDX-License-Identifier: Apache-2.0
// A CUDA driver without a device, as a library named libcuda.so.1: device memory is host memory, streams do
// their work at once, kernels are noted and not run. C++ tests link it and look inside; Python tests put its
// folder on LD_LIBRARY_PATH of a process and set it up by TIRX_FAKE_DRIVER (fake_driver.cc).
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cuda/runtime/driver_api.h"

namespace tirx::cuda::driver {

struct FakeDevice {
  std::string name = "Fake H200";
  std::map<int, int> attributes = {{kMaxThreadsPerBlock, 1024},
                                   {kMaxBlockDimX, 1024},
                                   {kMaxBlockDimX + 1, 1024},
                                   {kMaxBlockDimX + 2, 64},
                                   {kMaxGridDimX, 2147483647},
                                   {kMaxGridDimX + 1, 65535},
                                   {kMaxGridDimX + 2, 65535},
                                   {kMultiprocessorCount, 132},
                                   {kComputeCapabilityMajor, 9},
                                   {kComputeCapabilityMinor, 0},
                                   {kMaxSharedMemoryPerBlockOptin, 232448},
                                   {kMemoryPoolsSupported, 1},
                                   {kClusterLaunch, 1}};
  size_t memory = size_t(1) << 30;
};

struct FakeLaunch {
  std::string kernel;
  int device = -1;  // of the context that was current
  LaunchConfig config{};
  std::vector<LaunchAttribute> attributes;
  std::vector<void*> parameters;       // where the first was
  std::vector<std::string> arguments;  // as bytes, where FakeDriver::parameter_bytes says how many
};

struct FakeDriver {
  int version = 13000;
  std::vector<FakeDevice> devices = {FakeDevice()};
  // What a function gives instead of doing its work, by its exported name.
  std::map<std::string, Result> failures;
  std::string jit_log;  // for who asks for it when loading an image
  // Attributes of every kernel, and what was set.
  std::map<int, int> function_attributes = {{kMaxThreadsOfFunction, 1024}, {kSharedSizeBytes, 0}};
  std::map<std::string, std::map<int, int>> set_attributes;
  std::map<std::string, std::vector<size_t>> parameter_bytes;  // by kernel, which a driver knows
  std::vector<FakeLaunch> launches;
  // The same of all other kernels, from the environment: launches are printed then.
  std::vector<size_t> printed_parameter_bytes;
  // Exported names of what was called, with what a test may ask about: "cuModuleLoadDataEx relaxed".
  std::vector<std::string> calls;
  size_t bytes_in_use = 0;
  std::mutex mutex;

  int Count(const std::string& call) const;
};

// The library's own.
FakeDriver& TirxFakeDriver();

}  // namespace tirx::cuda::driver
