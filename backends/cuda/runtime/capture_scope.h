// SPDX-License-Identifier: Apache-2.0
// Lets a thread load and allocate while it captures a stream into a graph, which the driver else refuses.
#pragma once

#include "backends/cuda/runtime/driver_api.h"

namespace tirx::cuda::driver {

class CaptureScope {
 public:
  explicit CaptureScope(const DriverApi& driver) : driver_(driver) {
    exchanged_ = driver_.exchange_capture_mode(&mode_) == kSuccess;
  }
  ~CaptureScope() {
    if (exchanged_) driver_.exchange_capture_mode(&mode_);
  }
  CaptureScope(const CaptureScope&) = delete;
  CaptureScope& operator=(const CaptureScope&) = delete;

 private:
  const DriverApi& driver_;
  StreamCaptureMode mode_ = kCaptureRelaxed;  // between the two exchanges: the thread's own
  bool exchanged_ = false;
};

}  // namespace tirx::cuda::driver
