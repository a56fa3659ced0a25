// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/cuda_event.h"

namespace tirx::cuda {
namespace {

using driver::DriverApi;
using runtime::RuntimeStatus;

// None of these calls needs a current context.
class CudaEvent : public runtime::DeviceEvent {
 public:
  CudaEvent(const DriverApi& driver, driver::Event event) : driver_(driver), event_(event) {}
  ~CudaEvent() override { driver_.event_destroy(event_); }

  RuntimeStatus Wait() override {
    return driver::ToStatus(driver_, driver_.event_synchronize(event_), "the device reports an error");
  }
  RuntimeStatus SecondsSince(DeviceEvent& earlier, double* seconds) override {
    auto* before = dynamic_cast<CudaEvent*>(&earlier);
    if (before == nullptr) return runtime::DifferentDevices();
    RuntimeStatus status = before->Wait();
    if (status.ok()) status = Wait();
    if (!status.ok()) return status;
    float milliseconds = 0;
    status = driver::ToStatus(driver_, driver_.event_elapsed_time(&milliseconds, before->event_, event_),
                              "cannot measure between the two events");
    *seconds = double(milliseconds) * 1e-3;
    return status;
  }

 private:
  const DriverApi& driver_;
  driver::Event event_;
};

}  // namespace

driver::Result RecordCudaEvent(const DriverApi& driver, driver::Stream stream,
                               std::unique_ptr<runtime::DeviceEvent>* event) {
  driver::Event made = nullptr;
  driver::Result result = driver.event_create(&made, 0);
  if (result != driver::kSuccess) return result;
  *event = std::make_unique<CudaEvent>(driver, made);
  return driver.event_record(made, stream);
}

}  // namespace tirx::cuda
