// SPDX-License-Identifier: Apache-2.0
// What the operations share that say where a thread or block is.
#pragma once

#include "sim/op_context.h"

namespace tirx::sim {

// The operation's axis: 0 for x, 1 for y, 2 for z.
inline int Axis(const OpContext& ctx) {
  std::string_view axis = ctx.TextAttribute("axis", "x");
  TIRX_CHECK(axis == "x" || axis == "y" || axis == "z", "axis `" + std::string(axis) + "`");
  return axis[0] - 'x';
}

// The same result in every lane.
inline void Fill(OpContext& ctx, uint32_t value) {
  int32_t* d = ctx.Result<int32_t>();
  const int lanes = ctx.lanes();
  for (int i = 0; i < lanes; ++i) d[i] = int32_t(value);
}

}  // namespace tirx::sim
