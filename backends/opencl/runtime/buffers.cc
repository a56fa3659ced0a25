// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/buffers.h"

#include <sys/mman.h>

#include <map>
#include <mutex>
#include <shared_mutex>

namespace tirx::opencl {
namespace {

using runtime::RuntimeStatus;

constexpr size_t kPage = 4096;

struct Range {
  Buffer buffer;
  size_t size, reserved;
};
struct Ranges {
  std::shared_mutex mutex;
  std::map<uintptr_t, Range> by_address;
};

Ranges& TheRanges() {
  static auto* ranges = new Ranges;
  return *ranges;
}

RuntimeStatus TooLarge(size_t bytes) {
  return RuntimeStatus::Error(runtime::kRuntimeError, "cannot allocate " + std::to_string(bytes) +
                                                          " bytes on the device: no such range of addresses");
}

}  // namespace

RuntimeStatus AllocateBuffer(const DeviceQueue& queue, size_t bytes, void** address) {
  size_t size = bytes == 0 ? 1 : bytes;
  if (size > size_t(PTRDIFF_MAX) - kPage) return TooLarge(bytes);
  size_t reserved = (size + kPage - 1) / kPage * kPage;
  void* range = mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) return TooLarge(bytes);
  Error error = 0;
  Buffer buffer = queue.api->create_buffer(queue.context, kReadWrite, size, nullptr, &error);
  if (error != 0) {
    munmap(range, reserved);
    return ToStatus(error, "cannot allocate " + std::to_string(bytes) + " bytes on the device");
  }
  std::unique_lock lock(TheRanges().mutex);
  TheRanges().by_address[uintptr_t(range)] = {buffer, size, reserved};
  *address = range;
  return {};
}

RuntimeStatus FreeBuffer(const DeviceQueue& queue, void* address) {
  if (address == nullptr) return {};
  std::unique_lock lock(TheRanges().mutex);
  auto found = TheRanges().by_address.find(uintptr_t(address));
  if (found == TheRanges().by_address.end())
    return RuntimeStatus::Error(runtime::kValueError,
                                "cannot free device memory: no buffer begins at this address");
  Range range = found->second;
  TheRanges().by_address.erase(found);
  munmap(address, range.reserved);
  return ToStatus(queue.api->release_buffer(range.buffer), "cannot free device memory");
}

Place FindPlace(const void* address) {
  std::shared_lock lock(TheRanges().mutex);
  auto& ranges = TheRanges().by_address;
  auto after = ranges.upper_bound(uintptr_t(address));
  if (after == ranges.begin()) return {};
  auto found = std::prev(after);
  size_t offset = uintptr_t(address) - found->first;
  if (offset >= found->second.size) return {};
  return {found->second.buffer, offset, found->second.size};
}

}  // namespace tirx::opencl
