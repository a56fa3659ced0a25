// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/detector.h"

#include <string>

#include "backends/cuda/runtime/driver_api.h"
#include "runtime/device_api.h"

namespace tirx::cuda {
namespace {

struct Figure {
  const char* attribute;  // of the target
  int query;              // CUdevice_attribute, CUDA Driver API
};
constexpr Figure kFigures[] = {
    {"l2_cache_size_bytes", 38},
    {"max_num_threads", 1},
    {"max_shared_memory_per_block", 8},
    {"max_threads_per_block", 1},
    {"registers_per_block", 12},
    {"thread_warp_size", 10},
    {"max_shared_memory_per_block_optin", driver::kMaxSharedMemoryPerBlockOptin},
};

Failure NoTarget(int device_id, const std::string& why) {
  return Fail(DK::CannotDetect, Span(), {"cuda", std::to_string(device_id), why});
}

Result<target::Target> Detect(int device_id) {
  std::string why;
  const driver::DriverApi* driver = driver::FindDriver(&why);
  if (!driver) return NoTarget(device_id, why);
  driver::Device device = 0;
  if (device_id < 0 || driver->device_get(&device, device_id) != driver::kSuccess)
    return NoTarget(device_id, "the driver sees " + std::to_string(driver->device_count));
  Map<String, Any> map{{"kind", String("cuda")},
                       {"arch", String(runtime::FindDeviceApi(kDLCUDA)->Architecture(device_id))}};
  for (const Figure& figure : kFigures) {
    int value = 0;
    if (driver->device_get_attribute(&value, driver::DeviceAttribute(figure.query), device) ==
        driver::kSuccess)
      map.Set(figure.attribute, int64_t(value));
  }
  return target::FromMap(map);
}

}  // namespace

const backend::DetectorRow kDetectors[1] = {{"cuda", Detect}};

}  // namespace tirx::cuda
