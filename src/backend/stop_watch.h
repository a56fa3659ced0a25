// SPDX-License-Identifier: Apache-2.0
// When a compile has to end early: its time is up, or the user has interrupted it.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "diag/result.h"

namespace tirx::backend {

class StopWatch {
 public:
  explicit StopWatch(double seconds_limit);

  // Whether to stop now; once true, always.
  bool MustStop();
  bool stopped() const { return reason_ != Reason::kNone; }
  // Until it is time to ask again, for waits: at most a moment, so that an interrupt is seen soon.
  int MillisecondsToWait() const;
  // Why it stopped. `tool` is what was running.
  Failure Why(const std::string& tool) const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Reason { kNone, kTime, kInterrupt };

  double seconds_limit_;
  Clock::time_point end_;
  std::atomic<Reason> reason_ = Reason::kNone;  // NVRTC may ask from threads of its own
};

}  // namespace tirx::backend
