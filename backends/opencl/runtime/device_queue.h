// SPDX-License-Identifier: Apache-2.0
// A device with its context and its queue, made on first use and kept: commands run in the order in which
// they were enqueued.
#pragma once

#include <array>
#include <string>

#include "backends/opencl/runtime/opencl_api.h"

namespace tirx::opencl {

struct DeviceQueue {
  const Api* api = nullptr;
  Device device = nullptr;
  Context context = nullptr;
  Queue queue = nullptr;
  std::string name;
  size_t max_threads = 0, local_bytes = 0;
  size_t address_alignment = 1;  // bytes: where a part of a buffer may begin
  std::array<size_t, 3> max_block{};

  // The queue that a stream of tvm-ffi means: a cl_command_queue, or null for this device's own.
  Queue On(void* stream) const { return stream ? static_cast<Queue>(stream) : queue; }
};

// RuntimeError where there is no OpenCL, ValueError where there is no such device.
runtime::RuntimeStatus FindDeviceQueue(int device_id, const DeviceQueue** found);

}  // namespace tirx::opencl
