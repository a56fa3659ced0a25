// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/marker.h"

namespace tirx::opencl {
namespace {

using runtime::RuntimeStatus;

class Marker : public runtime::DeviceEvent {
 public:
  Marker(const Api& api, Event event) : api_(api), event_(event) {}
  ~Marker() override { api_.release_event(event_); }

  RuntimeStatus Wait() override {
    return ToStatus(api_.wait_for_events(1, &event_), "the device reports an error");
  }
  RuntimeStatus SecondsSince(DeviceEvent& earlier, double* seconds) override {
    auto* before = dynamic_cast<Marker*>(&earlier);
    if (before == nullptr) return runtime::DifferentDevices();
    uint64_t from = 0, to = 0;
    RuntimeStatus status = before->Nanoseconds(&from);
    if (status.ok()) status = Nanoseconds(&to);
    *seconds = double(int64_t(to - from)) * 1e-9;
    return status;
  }

 private:
  RuntimeStatus Nanoseconds(uint64_t* time) {
    RuntimeStatus status = Wait();
    if (!status.ok()) return status;
    return ToStatus(api_.get_profiling_info(event_, kCommandEnd, sizeof(*time), time, nullptr),
                    "the queue keeps no times (CL_QUEUE_PROFILING_ENABLE)");
  }

  const Api& api_;
  Event event_;
};

}  // namespace

RuntimeStatus RecordMarker(const DeviceQueue& device, Queue queue,
                           std::unique_ptr<runtime::DeviceEvent>* event) {
  Event marker = nullptr;
  Error error = device.api->mark(queue, 0, nullptr, &marker);
  if (error == 0) error = device.api->flush(queue);
  if (marker != nullptr) *event = std::make_unique<Marker>(*device.api, marker);
  return ToStatus(error, "cannot record an event");
}

}  // namespace tirx::opencl
