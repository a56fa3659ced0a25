// SPDX-License-Identifier: Apache-2.0
// The CPU as a device: what the simulator's tensors live on.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/device_api.h"

namespace tirx::runtime {

namespace {

constexpr size_t kAlignment = 64;  // at least what DLPack asks of data pointers, and a cache line

class CpuDeviceApi : public DeviceApi {
 public:
  std::string Name() const override { return "cpu"; }
  int Count() override { return 1; }
  std::string WhyAbsent() override { return ""; }
  std::string DeviceName(int) override { return "cpu"; }
  std::string Architecture(int) override { return ""; }

  RuntimeStatus Allocate(int, size_t bytes, void** data) override {
    // Larger than any object can be, and what rounding up would overflow.
    const bool possible = bytes <= size_t(PTRDIFF_MAX) - kAlignment;
    const size_t rounded = (bytes / kAlignment + 1) * kAlignment;
    *data = possible ? std::aligned_alloc(kAlignment, rounded) : nullptr;
    if (*data != nullptr) return {};
    return RuntimeStatus::Error(kRuntimeError,
                                "cannot allocate " + std::to_string(bytes) + " bytes of host memory");
  }
  RuntimeStatus Free(int, void* data) override {
    std::free(data);
    return {};
  }
  RuntimeStatus Copy(int, void* to, const void* from, size_t bytes, TVMFFIStreamHandle) override {
    if (bytes != 0) std::memmove(to, from, bytes);
    return {};
  }
  RuntimeStatus Zero(int, void* data, size_t bytes, TVMFFIStreamHandle) override {
    if (bytes != 0) std::memset(data, 0, bytes);
    return {};
  }
  RuntimeStatus Synchronize(int, TVMFFIStreamHandle) override { return {}; }
};

}  // namespace

void RegisterCpuDeviceApi() {
  RegisterDeviceApi(
      kDLCPU, +[]() -> DeviceApi* { return new CpuDeviceApi; });
}

}  // namespace tirx::runtime
