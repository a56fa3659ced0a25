// SPDX-License-Identifier: Apache-2.0
#include "sim/order.h"

#include <algorithm>

namespace tirx::sim {
namespace {

LaneOrder& OrderOf(Warp& w, int lane) {
  if (!w.lane_order) w.lane_order = std::make_unique<std::array<LaneOrder, kLanes>>();
  return (*w.lane_order)[size_t(lane)];
}

Knowledge& OwnKnowledge(Warp& w, int lane) {
  LaneOrder& order = OrderOf(w, lane);
  if (!order.knows) {
    order.knows = std::make_unique<Knowledge>();
    order.knows->Begin(w.known.block);
  }
  return *order.knows;
}

// What a lane knows, and has done.
Knowledge AllOf(Warp& w, int lane) {
  Knowledge all = w.known;
  const LaneOrder& order = OrderOf(w, lane);
  if (order.knows) all.Join(*order.knows);
  all.AddLane(w.known.block, w.id, lane, w.clock);
  return all;
}

bool KnowsLane(const Warp& w, int lane, uint32_t block, int agent, int member, uint32_t clock) {
  if (block == w.known.block && agent == w.id && member == lane) return true;
  if (w.known.Covers(block, agent, member, clock)) return true;
  if (!w.lane_order) return false;
  const auto& knows = (*w.lane_order)[size_t(lane)].knows;
  return knows && knows->Covers(block, agent, member, clock);
}

// New stamps are told from those before.
void NextClock(Warp& w) {
  if (w.clock < w.block->clocks.last) ++w.clock;
}

}  // namespace

bool KnowsRarely(const Warp& w, int lane, Stamp stamp, Members members) {
  const Machine& m = *w.machine;
  const uint32_t clock = ClockOf(stamp);
  const uint32_t block = w.block->clocks.Has(clock) ? w.known.block : m.BlockOf(clock);
  const int agent = AgentOf(stamp);
  if (agent == kSettledAgent) return true;
  LaneMask lanes = LaneMask(1) << LaneOf(stamp);
  if (IsGroup(stamp)) {
    // Groups of warps that have synchronised since, and of blocks that have ended, are not kept: their stores
    // are alike.
    const Block* of = m.started[block].running;
    const bool kept = of && size_t(LaneOf(stamp)) < of->warps[size_t(agent)].groups.size();
    lanes = kept ? of->warps[size_t(agent)].groups[size_t(LaneOf(stamp))] : kAllLanes;
    if (!kept) members = Members::Any;
  }
  bool any = false, all = true;
  TIRX_SIM_ACTIVE(member, lanes) {
    const bool knows = KnowsLane(w, lane, block, agent, member, clock);
    any |= knows;
    all &= knows;
  }
  return members == Members::Any ? any : all;
}

void SyncWarp(Warp& w) {
  if (w.lane_order)
    for (LaneOrder& order : *w.lane_order) {
      if (order.knows) w.known.Join(*order.knows);
      order.knows = nullptr;
    }
  w.known.of[size_t(w.id)] = w.clock;
  w.known.more.erase(AgentKey(w.known.block, w.id));
  w.groups.clear();
  NextClock(w);
}

void SyncLanes(Warp& w, LaneMask mask) {
  if ((mask & w.live) == w.live) return SyncWarp(w);
  Knowledge all;
  all.Begin(w.known.block);
  TIRX_SIM_ACTIVE(lane, mask) {
    all.AddLane(w.known.block, w.id, lane, w.clock);
    const LaneOrder& order = OrderOf(w, lane);
    if (order.knows) all.Join(*order.knows);
  }
  TIRX_SIM_ACTIVE(lane, mask) OwnKnowledge(w, lane) = all;
  NextClock(w);
}

void SyncBlock(Block& block) {
  Warp& first = block.warps[0];
  uint32_t clock = 0;
  for (Warp& w : block.warps) {
    SyncWarp(w);
    if (&w != &first) first.known.Join(w.known);
    clock = std::max(clock, w.clock);
  }
  first.clock = clock;
  for (size_t i = 1; i < block.warps.size(); ++i) {
    block.warps[i].known = first.known;
    block.warps[i].clock = clock;
  }
  block.clocks.settled = clock - 1;
  block.memory.SettleReads(block.HasNeighbours());
}

void ComeToGroup(Warp& w, BarrierRound& round) {
  SyncWarp(w);
  Join(round.blocks.try_emplace(w.known.block, AgentClocks{}).first->second, w.known.of);
  Join(round.more, w.known.more);
}

void LearnRound(Warp& w, const RoundPtr& round, bool of_grid) {
  w.known.Learn(round, of_grid);
}

void Fence(Warp& w, LaneMask lanes) {
  TIRX_SIM_ACTIVE(lane, lanes) {
    LaneOrder& order = OrderOf(w, lane);
    if (order.heard) {
      OwnKnowledge(w, lane).Join(*order.heard);
      order.heard = nullptr;
    }
    order.fenced = std::make_unique<Knowledge>(AllOf(w, lane));
  }
  NextClock(w);
}

void SyncThroughAtomic(Warp& w, int lane, uint64_t address, bool block_scope) {
  Machine& m = *w.machine;
  const bool publishes = w.lane_order && (*w.lane_order)[size_t(lane)].fenced;
  if (!publishes && m.published.empty()) return;
  // What is published for the device is so for the own block too.
  const std::pair<uint64_t, uint64_t> of_device{address, 0}, of_block{address, uint64_t(w.known.block) + 1};
  for (const auto& place : {of_device, of_block}) {
    if (block_scope && place == of_device) continue;
    auto found = m.published.find(place);
    if (found == m.published.end()) continue;
    LaneOrder& order = OrderOf(w, lane);
    if (!order.heard) {
      order.heard = std::make_unique<Knowledge>();
      order.heard->Begin(w.known.block);
    }
    order.heard->Join(found->second);
  }
  if (!publishes) return;
  const Knowledge& fenced = *(*w.lane_order)[size_t(lane)].fenced;
  for (const auto& place : {of_device, of_block}) {
    if (block_scope && place == of_device) continue;
    auto [published, added] = m.published.try_emplace(place, fenced);
    if (!added) published->second.Join(fenced);
  }
}

Stamp GroupStamp(Warp& w, LaneMask lanes, uint32_t site) {
  auto found = std::find(w.groups.begin(), w.groups.end(), lanes);
  size_t index = size_t(found - w.groups.begin());
  if (index == kLanes)
    w.groups[--index] |= lanes;
  else if (found == w.groups.end())
    w.groups.push_back(lanes);
  return MakeStamp(w.clock, w.id, int(index), site) | kGroupBit;
}

}  // namespace tirx::sim
