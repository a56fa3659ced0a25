// SPDX-License-Identifier: Apache-2.0
// Events of the runtime as markers in a queue: OpenCL API specification 1.2, 5.10 and 5.12.
#pragma once

#include <memory>

#include "backends/opencl/runtime/device_queue.h"
#include "runtime/device_event.h"

namespace tirx::opencl {

runtime::RuntimeStatus RecordMarker(const DeviceQueue& device, Queue queue,
                                    std::unique_ptr<runtime::DeviceEvent>* event);

}  // namespace tirx::opencl
