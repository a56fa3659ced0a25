// SPDX-License-Identifier: Apache-2.0
// Device memory in stream order: one pool a device, of our own, that keeps what is freed.
#pragma once

#include <map>
#include <mutex>

#include "backends/cuda/runtime/driver_api.h"

namespace tirx::cuda {

// Calls are made with the device's context current.
class DeviceMemory {
 public:
  // On tvm-ffi's current stream for the device; without pools, for all streams and at once.
  driver::Result Allocate(const driver::DriverApi& driver, int device_id, size_t bytes,
                          driver::DevicePtr* pointer);
  // On the stream of the allocation: what was queued there before may still use the memory, and what is
  // queued afterwards may get it.
  driver::Result Free(const driver::DriverApi& driver, driver::DevicePtr pointer);

 private:
  driver::MemoryPool PoolOf(const driver::DriverApi& driver, int device_id);

  std::mutex mutex_;
  std::map<int, driver::MemoryPool> pools_;  // null where the device has none
  std::map<driver::DevicePtr, driver::Stream> streams_;
};

}  // namespace tirx::cuda
