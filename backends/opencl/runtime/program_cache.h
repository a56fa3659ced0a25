// SPDX-License-Identifier: Apache-2.0
// Programs by device and text: each is built once in a process, however many modules hold it.
#pragma once

#include <string>

#include "backends/opencl/runtime/device_queue.h"

namespace tirx::opencl {

// The built program; it is kept until the process ends. RuntimeError with the compiler's log when the driver
// refuses the text.
runtime::RuntimeStatus BuiltProgram(const DeviceQueue& queue, const std::string& text, Program* program);

}  // namespace tirx::opencl
