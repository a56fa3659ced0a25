// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/device_memory.h"

#include <tvm/ffi/extra/c_env_api.h>

#include <cstdint>

#include "backends/cuda/runtime/capture_scope.h"

namespace tirx::cuda {

// CUDA Driver API, "Stream Ordered Memory Allocator": by default a pool gives its memory back whenever a
// stream is synchronised, which makes the next allocation slow; ours keeps it until it is trimmed.
driver::MemoryPool DeviceMemory::PoolOf(const driver::DriverApi& driver, int device_id) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = pools_.find(device_id);
  if (found != pools_.end()) return found->second;
  driver::MemoryPool pool = nullptr;
  driver::MemoryPoolProperties properties;
  properties.location_id = device_id;
  uint64_t all = UINT64_MAX;
  const bool supported = driver::AttributeOf(driver, device_id, driver::kMemoryPoolsSupported) != 0;
  if (!supported || driver.pool_create(&pool, &properties) != driver::kSuccess) pool = nullptr;
  if (pool != nullptr) driver.pool_set_attribute(pool, driver::kPoolReleaseThreshold, &all);
  pools_.emplace(device_id, pool);
  return pool;
}

driver::Result DeviceMemory::Allocate(const driver::DriverApi& driver, int device_id, size_t bytes,
                                      driver::DevicePtr* pointer) {
  if (bytes == 0) bytes = 1;  // a pointer of its own for every tensor
  driver::MemoryPool pool = PoolOf(driver, device_id);
  if (pool == nullptr) {
    driver::CaptureScope capture(driver);
    return driver.memory_allocate(pointer, bytes);
  }
  auto stream = static_cast<driver::Stream>(TVMFFIEnvGetStream(kDLCUDA, device_id));
  driver::Result result = driver.pool_allocate_async(pointer, bytes, pool, stream);
  if (result == driver::kErrorOutOfMemory) {
    // What was freed on other streams may be enough once it is really free.
    driver.stream_synchronize(stream);
    driver.pool_trim(pool, 0);
    result = driver.pool_allocate_async(pointer, bytes, pool, stream);
  }
  if (result != driver::kSuccess) return result;
  std::lock_guard<std::mutex> lock(mutex_);
  streams_[*pointer] = stream;
  return result;
}

driver::Result DeviceMemory::Free(const driver::DriverApi& driver, driver::DevicePtr pointer) {
  driver::Stream stream = nullptr;
  bool of_a_pool = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = streams_.find(pointer);
    of_a_pool = found != streams_.end();
    if (of_a_pool) {
      stream = found->second;
      streams_.erase(found);
    }
  }
  if (of_a_pool && driver.memory_free_async(pointer, stream) == driver::kSuccess) return driver::kSuccess;
  return driver.memory_free(pointer);  // the stream may be gone
}

}  // namespace tirx::cuda
