// SPDX-License-Identifier: Apache-2.0
// Where in the script a backend's function is called: IR that it builds stands there.
#pragma once

#include <utility>

#include "base/span.h"

namespace tirx::python {

// Undefined outside of such a call.
inline Span& CurrentPlace() {
  thread_local Span place;
  return place;
}

class PlaceScope {
 public:
  explicit PlaceScope(Span place) : before_(std::exchange(CurrentPlace(), std::move(place))) {}
  ~PlaceScope() { CurrentPlace() = std::move(before_); }
  PlaceScope(const PlaceScope&) = delete;
  PlaceScope& operator=(const PlaceScope&) = delete;

 private:
  Span before_;
};

}  // namespace tirx::python
