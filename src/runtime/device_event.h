// SPDX-License-Identifier: Apache-2.0
// Points in the work that a stream of a device has been given: to wait for, and to measure between.
#pragma once

#include <chrono>
#include <memory>

#include "runtime/status.h"

namespace tirx::runtime {

class DeviceEvent {
 public:
  virtual ~DeviceEvent() = default;
  // Until the work before it is done.
  virtual RuntimeStatus Wait() = 0;
  // From `earlier` to this one, by the device's clock; waits for both. ValueError where `earlier` is of
  // another kind of device.
  virtual RuntimeStatus SecondsSince(DeviceEvent& earlier, double* seconds) = 0;
};

// For devices without events of their own: a time of the host's clock, taken once the work is done.
class HostEvent : public DeviceEvent {
 public:
  RuntimeStatus Wait() override { return {}; }
  RuntimeStatus SecondsSince(DeviceEvent& earlier, double* seconds) override;

 private:
  std::chrono::steady_clock::time_point time_ = std::chrono::steady_clock::now();
};

RuntimeStatus DifferentDevices();

// `tirx.runtime.record_event` and what is done with its result; part of the runtime's registration.
void RegisterEventFunctions();

}  // namespace tirx::runtime
