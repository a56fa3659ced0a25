// SPDX-License-Identifier: Apache-2.0
// Events of the runtime as the driver's (CUDA Driver API, "Event Management"), which keep their times.
#pragma once

#include <memory>

#include "backends/cuda/runtime/driver_api.h"
#include "runtime/device_event.h"

namespace tirx::cuda {

// In the context that is current.
driver::Result RecordCudaEvent(const driver::DriverApi& driver, driver::Stream stream,
                               std::unique_ptr<runtime::DeviceEvent>* event);

}  // namespace tirx::cuda
