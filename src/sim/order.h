// SPDX-License-Identifier: Apache-2.0
// The order of threads: what barriers, warp synchronisation, fences and atomics make known to whom.
#pragma once

#include "sim/machine.h"

namespace tirx::sim {

// Whether a stamp's access comes before what the lane does now. Of a group's stamp: `AnyMember` asks for one
// of the stores, which is enough to read the value; `AllMembers` for all of them.
enum class Members : uint8_t { Any, All };
bool KnowsRarely(const Warp& w, int lane, Stamp stamp, Members members);  // the slow half of Knows
inline bool Knows(const Warp& w, int lane, Stamp stamp, Members members) {
  const uint32_t clock = ClockOf(stamp);
  if (w.block->clocks.Has(clock)) {
    if (clock <= w.known.of[size_t(AgentOf(stamp))]) return true;
    if (IsSameThread(stamp, w.StampOf(lane, 0))) return true;
  }
  return KnowsRarely(w, lane, stamp, members);
}

// All running lanes of the warp synchronise.
void SyncWarp(Warp& w);
// The lanes of `mask` do; of both halves of a subgroup.
void SyncLanes(Warp& w, LaneMask mask);
void SyncHalves(Warp& a, LaneMask of_a, Warp& b, LaneMask of_b);
// All warps of the block have come to a barrier (or have ended).
void SyncBlock(Block& block);
// The warp comes to a barrier of several blocks, as all of its running lanes; and learns what everybody did
// before they came to a round of it.
void ComeToGroup(Warp& w, BarrierRound& round);
void LearnRound(Warp& w, const RoundPtr& round, bool of_grid);
// The active lanes' accesses before and after are ordered, for threads that learn of them through an atomic.
void Fence(Warp& w, LaneMask lanes);
// A lane updates the cell at `address`: it learns what earlier updates have published, and publishes what
// came before its own last fence.
void SyncThroughAtomic(Warp& w, int lane, uint64_t address, bool block_scope);

// What a stamp of the warp stands for.
StoreGroup GroupOf(const Warp& w, Stamp stamp);
// The stamp that stands for the group.
Stamp GroupStamp(Warp& w, const StoreGroup& group, uint32_t site);

}  // namespace tirx::sim
