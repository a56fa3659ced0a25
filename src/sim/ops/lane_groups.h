// SPDX-License-Identifier: Apache-2.0
// Which lanes of a subgroup carry out a collective operation together.
#pragma once

#include <array>

#include "sim/op_context.h"

namespace tirx::sim {

struct LaneGroups {
  std::array<LaneMask, kLanes> of{};  // the lanes that are with this one; none for a lane that is not active
};

// All running lanes; one that has not come is reported.
LaneGroups AllRunning(OpContext& ctx);

// Argument 0 is a mask per lane. Lanes with one mask belong together: each must name itself, and all that it
// names must be here with the same mask, unless they have returned (CUDA C++ Programming Guide, "Warp Vote
// Functions").
LaneGroups NamedLanes(OpContext& ctx);

}  // namespace tirx::sim
