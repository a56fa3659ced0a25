// SPDX-License-Identifier: Apache-2.0
// Buffers by address. OpenCL 1.2 has handles where the runtime has pointers that one may add to; so each
// buffer gets a range of addresses of its own, reserved and never backed by memory, and a pointer into it
// means the buffer and an offset.
#pragma once

#include "backends/opencl/runtime/device_queue.h"

namespace tirx::opencl {

struct Place {
  Buffer buffer = nullptr;  // null: not an address of ours, so one of the host
  size_t offset = 0;
  size_t size = 0;  // of the whole buffer
};

runtime::RuntimeStatus AllocateBuffer(const DeviceQueue& queue, size_t bytes, void** address);
runtime::RuntimeStatus FreeBuffer(const DeviceQueue& queue, void* address);
Place FindPlace(const void* address);

}  // namespace tirx::opencl
