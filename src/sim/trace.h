// SPDX-License-Identifier: Apache-2.0
// A look at one thread of a launch.
#pragma once

#include <functional>
#include <string>

#include "base/span.h"
#include "sim/op_context.h"

namespace tirx::sim {

struct Trace {
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  // Gets "variable = value" and the place in the script; null: nobody looks.
  std::function<void(const Span& place, const std::string& what)> line;
};

}  // namespace tirx::sim
