// SPDX-License-Identifier: Apache-2.0
#include "backend/stop_watch.h"

#include <algorithm>

#include "base/interrupt.h"

namespace tirx::backend {
namespace {

constexpr double kLongest = 1e9;  // seconds; what is more does not fit a time point

std::string SecondsText(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

StopWatch::StopWatch(double seconds_limit)
    : seconds_limit_(seconds_limit),
      end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(std::min(seconds_limit, kLongest)))) {}

bool StopWatch::MustStop() {
  if (reason_ != Reason::kNone) return true;
  if (Clock::now() >= end_) reason_ = Reason::kTime;
  if (Interrupted()) reason_ = Reason::kInterrupt;
  return reason_ != Reason::kNone;
}

int StopWatch::MillisecondsToWait() const {
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
  return int(std::clamp<int64_t>(left + 1, 0, 50));
}

Failure StopWatch::Why(const std::string& tool) const {
  if (reason_ == Reason::kInterrupt) return Fail(DK::Interrupted, Span(), {"`" + tool + "` ran"});
  return Fail(DK::ToolTimeout, Span(), {tool, SecondsText(seconds_limit_)});
}

}  // namespace tirx::backend
