// SPDX-License-Identifier: Apache-2.0
// Which lanes of a subgroup carry out a collective operation together.
#pragma once

#include <array>

#include "sim/op_context.h"

namespace tirx::sim {

struct LaneGroups {
  int lanes = kLanes;  // that arguments and results have
  // By lane: those that are with it; none for a lane that is not active.
  std::array<GroupMask, kMaxSubgroup> of;  // NOLINT: the first `lanes` are set

  GroupMask Of(int lane) const { return of[size_t(lane)]; }
};

// All running lanes; one that has not come is reported. Within `Collective` only.
LaneGroups AllRunning(OpContext& ctx);

// Argument 0 is a mask per lane of the warp. Lanes with one mask belong together: each must name itself, and
// all that it names must be here with the same mask, unless they have returned (CUDA C++ Programming Guide,
// "Warp Vote Functions").
LaneGroups NamedLanes(OpContext& ctx);

// Calls `operation(groups)` for all running lanes of the subgroup, when they have met.
template <class F>
void Collective(OpContext& ctx, F&& operation) {
  if (!ctx.MeetSubgroup()) return;
  operation(AllRunning(ctx));
  ctx.LeaveSubgroup();
}

}  // namespace tirx::sim
