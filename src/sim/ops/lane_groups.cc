// SPDX-License-Identifier: Apache-2.0
#include "sim/ops/lane_groups.h"

namespace tirx::sim {

LaneGroups AllRunning(OpContext& ctx) {
  ctx.SubgroupBarrier();
  LaneGroups groups;
  groups.lanes = std::max(kLanes, ctx.subgroup_size());
  const GroupMask here = ctx.group_mask();
  for (int lane = 0; lane < groups.lanes; ++lane) groups.of[size_t(lane)] = HasLane(here, lane) ? here : 0;
  return groups;
}

LaneGroups NamedLanes(OpContext& ctx) {
  auto masks = ctx.Arg<uint32_t>(0);
  LaneGroups groups;
  groups.of.fill(0);
  LaneMask outside = 0, alone = 0;
  int missing = 0;
  TIRX_SIM_ACTIVE(lane, ctx.mask()) {
    const LaneMask named = masks[lane];
    LaneMask here = 0;
    TIRX_SIM_ACTIVE(other, named & ctx.mask()) here |= LaneMask(masks[other] == named) << other;
    groups.of[size_t(lane)] = here;
    if (!HasLane(named, lane)) outside |= LaneMask(1) << lane;
    if (LaneMask absent = named & ctx.live() & ~here) {
      missing = alone ? missing : FirstLane(absent);
      alone |= LaneMask(1) << lane;
    }
  }
  if (outside) ctx.ReportBadOperand(outside, "the mask does not name the lane itself");
  if (alone & ~outside) ctx.ReportAbsentLane(alone, missing);
  return groups;
}

}  // namespace tirx::sim
