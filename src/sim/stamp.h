// SPDX-License-Identifier: Apache-2.0
// A stamp says when, by whom and where a cell of memory was accessed, in one word:
// [clock 32][agent 6][lane 5][group 1][site 20].
#pragma once

#include <cstdint>

#include "sim/lanes.h"

namespace tirx::sim {

// Each block has a range of clocks to itself, after those of the blocks that were started before: an old
// stamp stays an old one, and tells its block. 0 is no stamp.
using Stamp = uint64_t;

// Who has a clock of its own: of a block 32 threads each, which are a warp where warps have all lanes, else
// several; and what acts on their behalf.
constexpr int kAgents = 64;
constexpr int kWarpAgents = 32;
// The agent of cells that count as written because a report has been made of them: all threads know of it.
constexpr int kSettledAgent = kAgents - 1;

constexpr uint32_t kMaxClock = UINT32_MAX - 1;
constexpr uint32_t kUnknownSite = (1u << 20) - 1;
constexpr Stamp kGroupBit = Stamp(1) << 20;
constexpr int kLaneShift = 21;
constexpr Stamp kThreadBits = Stamp(0xfff) << 20;  // agent, lane, group

constexpr Stamp MakeStamp(uint32_t clock, int agent, int lane, uint32_t site) {
  return Stamp(clock) << 32 | Stamp(uint32_t(agent)) << 26 | Stamp(uint32_t(lane)) << kLaneShift |
         (site < kUnknownSite ? site : kUnknownSite);
}
constexpr uint32_t ClockOf(Stamp stamp) {
  return uint32_t(stamp >> 32);
}
constexpr int AgentOf(Stamp stamp) {
  return int(stamp >> 26 & 63);
}
constexpr int LaneOf(Stamp stamp) {
  return int(stamp >> kLaneShift & 31);
}
constexpr uint32_t SiteOf(Stamp stamp) {
  return uint32_t(stamp & kUnknownSite);
}
// Of a write: several lanes stored the same value with one instruction; LaneOf is the warp's first lane and
// the group's number (Warp::groups). Of an atomic update: its scope is the block.
constexpr bool IsGroup(Stamp stamp) {
  return (stamp & kGroupBit) != 0;
}
constexpr bool IsSameThread(Stamp a, Stamp b) {
  return ((a ^ b) & kThreadBits) == 0;
}

// The part of a stamp in which those of one subgroup are alike; its size is a power of two.
constexpr Stamp SubgroupBits(int size) {
  return (Stamp(kAgents) * kLanes - Stamp(unsigned(size))) << kLaneShift;
}

// When a block runs. Nobody else's stamps lie between `first` and `last`.
struct BlockClocks {
  uint32_t first = 1, last = kMaxClock;
  uint32_t settled = 0;  // what the block did up to it comes before all that the block does next
  uint32_t resident =
      1;  // the earliest of the blocks that run together: older stamps in shared memory are stale
  Stamp subgroup_bits = SubgroupBits(kLanes);
  bool Has(uint32_t clock) const { return clock - first <= last - first; }
};

}  // namespace tirx::sim
