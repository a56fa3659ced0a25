// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_event.h"

#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/object.h>

#include <string>
#include <utility>

#include "runtime/device_api.h"
#include "runtime/global_functions.h"

namespace tirx::runtime {
namespace {

namespace ffi = tvm::ffi;

struct EventObj : ffi::Object {
  explicit EventObj(std::unique_ptr<DeviceEvent> made) : event(std::move(made)) {}
  std::unique_ptr<DeviceEvent> event;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("tirx.runtime.Event", EventObj, ffi::Object);
};

struct Event : ffi::ObjectRef {
  explicit Event(std::unique_ptr<DeviceEvent> made)
      : ObjectRef(ffi::make_object<EventObj>(std::move(made))) {}
  DeviceEvent& operator*() const { return *static_cast<const EventObj*>(get())->event; }
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NOTNULLABLE(Event, ffi::ObjectRef, EventObj);
};

Event RecordEvent(DLDevice device) {
  RuntimeStatus status;
  DeviceApi* api = FindDevice(device, &status);
  ThrowUnlessOk(status);
  std::unique_ptr<DeviceEvent> event;
  TVMFFIStreamHandle stream = TVMFFIEnvGetStream(device.device_type, device.device_id);
  ThrowUnlessOk(api->Record(device.device_id, stream, &event));
  return Event(std::move(event));
}

double SecondsBetween(const Event& earlier, const Event& later) {
  double seconds = 0;
  ThrowUnlessOk((*later).SecondsSince(*earlier, &seconds));
  return seconds;
}

}  // namespace

RuntimeStatus DifferentDevices() {
  return RuntimeStatus::Error(kValueError, "the two events are of different kinds of devices");
}

RuntimeStatus HostEvent::SecondsSince(DeviceEvent& earlier, double* seconds) {
  auto* before = dynamic_cast<HostEvent*>(&earlier);
  if (before == nullptr) return DifferentDevices();
  *seconds = std::chrono::duration<double>(time_ - before->time_).count();
  return {};
}

void RegisterEventFunctions() {
  DefineGlobal("record_event", RecordEvent);
  DefineGlobal("wait_for_event", [](const Event& event) { ThrowUnlessOk((*event).Wait()); });
  DefineGlobal("seconds_between", SecondsBetween);
}

}  // namespace tirx::runtime
