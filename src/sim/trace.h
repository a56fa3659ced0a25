// SPDX-License-Identifier: Apache-2.0
// A look at one thread of a launch, and at the memory of its block.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/span.h"
#include "sim/op_context.h"

namespace tirx::sim {

struct Warp;

struct Trace {
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  // Gets "variable = value", the place in the script and the thread's warp; null: nobody looks.
  std::function<void(const Span& place, const std::string& what, const Warp& warp)> line;
};

// A tensor of a block's shared memory; the data is the block's own.
struct SharedArray {
  std::string name;
  DType dtype;
  std::vector<int64_t> shape;
  void* data;
};

// All of the warp's block. What nothing has written holds anything.
std::vector<SharedArray> SharedMemoryOf(const Warp& warp);

}  // namespace tirx::sim
