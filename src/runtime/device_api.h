// SPDX-License-Identifier: Apache-2.0
// Memory and synchronisation of one kind of device, and the table of kinds, keyed by DLDeviceType.
#pragma once

#include <dlpack/dlpack.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device_event.h"
#include "runtime/status.h"

namespace tirx::runtime {

// One object per device type, made on first use, living until the process ends.
class DeviceApi {
 public:
  virtual ~DeviceApi() = default;

  virtual std::string Name() const = 0;
  // 0 where there is no driver; never fails.
  virtual int Count() = 0;
  // Why Count() is 0; empty otherwise.
  virtual std::string WhyAbsent() = 0;
  virtual std::string DeviceName(int device_id) = 0;
  // The architecture as the backend's targets spell it.
  virtual std::string Architecture(int device_id) = 0;

  // What a user may want to know of it beside the above: "memory_bytes", ...
  virtual std::vector<std::pair<std::string, int64_t>> Properties(int) { return {}; }

  // Ordered on tvm-ffi's current stream for the device, where the device can do that; freed on the same one.
  virtual RuntimeStatus Allocate(int device_id, size_t bytes, void** data) = 0;
  virtual RuntimeStatus Free(int device_id, void* data) = 0;
  // Either side may be host memory. Ordered on `stream`; host memory must stay alive until Synchronize.
  virtual RuntimeStatus Copy(int device_id, void* to, const void* from, size_t bytes,
                             TVMFFIStreamHandle stream) = 0;
  // Sets the bytes to zero, ordered on `stream`.
  virtual RuntimeStatus Zero(int device_id, void* data, size_t bytes, TVMFFIStreamHandle stream);
  virtual RuntimeStatus Synchronize(int device_id, TVMFFIStreamHandle stream) = 0;
  // A point behind all that `stream` has been given; here: waits for that, then a time of the host.
  virtual RuntimeStatus Record(int device_id, TVMFFIStreamHandle stream, std::unique_ptr<DeviceEvent>* event);
};

using DeviceApiFactory = DeviceApi* (*)();

// Called from a library's registration function; the later registration of a type wins.
void RegisterDeviceApi(DLDeviceType type, DeviceApiFactory factory);
// Null when no factory is registered. The caller does not own it.
DeviceApi* FindDeviceApi(int32_t device_type);
// Null with a reason where there is no such device.
DeviceApi* FindDevice(DLDevice device, RuntimeStatus* status);
std::vector<DLDeviceType> RegisteredDeviceTypes();
// "cpu", a registered name, or "device type 9".
std::string DeviceTypeName(int32_t device_type);

// Bit k: kernels on a device of that type reach memory of device type k.
uint32_t ReachableDeviceTypes(int32_t device_type);

// Registers the CPU; part of the runtime's registration.
void RegisterCpuDeviceApi();

}  // namespace tirx::runtime
