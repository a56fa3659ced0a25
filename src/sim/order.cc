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
  all.AddLane(w.known.block, w.agent, w.first_lane + lane, w.clock);
  return all;
}

bool KnowsLane(const Warp& w, int lane, uint32_t block, int agent, int member, uint32_t clock) {
  if (block == w.known.block && agent == w.agent && member == w.first_lane + lane) return true;
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
  if (!IsGroup(stamp)) return KnowsLane(w, lane, block, agent, LaneOf(stamp), clock);
  const int size = m.LanesOfWarp(), first = LaneOf(stamp) / size * size;
  Block* of = m.started[block].running;
  StoreGroup group = of ? GroupOf(of->WarpOf(stamp), stamp) : StoreGroup();
  // Groups of warps that have synchronised since, and of blocks that have ended, are not kept: their stores
  // are alike.
  if (!group.lanes) {
    group.lanes = kAllLanes >> (kLanes - size);
    members = Members::Any;
  }
  bool any = false, all = true;
  auto ask = [&](bool knows) {
    any |= knows;
    all &= knows;
  };
  TIRX_SIM_ACTIVE(member, group.lanes) ask(KnowsLane(w, lane, block, agent, first + member, clock));
  TIRX_SIM_ACTIVE(member, group.others)
  ask(KnowsLane(w, lane, block, agent ^ 1, member, group.clock_of_others));
  return members == Members::Any ? any : all;
}

namespace {

// All that the warp's lanes have done.
void KnowOwn(Warp& w) {
  const int lanes = w.machine->LanesOfWarp();
  if (lanes == kLanes) {
    w.known.of[size_t(w.agent)] = w.clock;
    w.known.more.erase(AgentKey(w.known.block, w.agent));
    return;
  }
  for (int lane = 0; lane < lanes; ++lane)
    w.known.AddLane(w.known.block, w.agent, w.first_lane + lane, w.clock);
}

}  // namespace

void SyncWarp(Warp& w) {
  if (w.lane_order)
    for (LaneOrder& order : *w.lane_order) {
      if (order.knows) w.known.Join(*order.knows);
      order.knows = nullptr;
    }
  KnowOwn(w);
  w.groups.clear();
  NextClock(w);
}

namespace {

// What the lanes have done and what each of them alone knows.
void AddLanes(Warp& w, LaneMask mask, Knowledge& all) {
  TIRX_SIM_ACTIVE(lane, mask) {
    all.AddLane(w.known.block, w.agent, w.first_lane + lane, w.clock);
    const LaneOrder& order = OrderOf(w, lane);
    if (order.knows) all.Join(*order.knows);
  }
}

void Teach(Warp& w, LaneMask mask, const Knowledge& all) {
  TIRX_SIM_ACTIVE(lane, mask) OwnKnowledge(w, lane) = all;
  NextClock(w);
}

}  // namespace

void SyncLanes(Warp& w, LaneMask mask) {
  if ((mask & w.live) == w.live) return SyncWarp(w);
  Knowledge all;
  all.Begin(w.known.block);
  AddLanes(w, mask, all);
  Teach(w, mask, all);
}

void SyncHalves(Warp& a, LaneMask of_a, Warp& b, LaneMask of_b) {
  if (of_a == a.live && of_b == b.live) {
    SyncWarp(a);
    SyncWarp(b);
    a.known.Join(b.known);
    b.known.Join(a.known);
    return;
  }
  Knowledge all = a.known;
  all.Join(b.known);
  AddLanes(a, of_a, all);
  AddLanes(b, of_b, all);
  Teach(a, of_a, all);
  Teach(b, of_b, all);
}

void SyncBlock(Block& block) {
  Warp& first = block.warps[0];
  uint32_t clock = 0;
  for (Warp& w : block.warps) {
    SyncWarp(w);
    if (&w != &first) first.known.Join(w.known);
    clock = std::max(clock, w.clock);
  }
  if (first.machine->LanesOfWarp() < kLanes)
    for (const Warp& w : block.warps) {
      first.known.of[size_t(w.agent)] = clock - 1;
      first.known.more.erase(AgentKey(first.known.block, w.agent));
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

StoreGroup GroupOf(const Warp& w, Stamp stamp) {
  const size_t number = size_t(LaneOf(stamp) - w.first_lane);
  if (!IsGroup(stamp)) return {LaneMask(1) << number};
  return number < w.groups.size() ? w.groups[number] : StoreGroup();
}

Stamp GroupStamp(Warp& w, const StoreGroup& group, uint32_t site) {
  auto found = std::find(w.groups.begin(), w.groups.end(), group);
  size_t index = size_t(found - w.groups.begin());
  if (index == size_t(w.machine->LanesOfWarp())) {
    StoreGroup& last = w.groups[--index];
    last.lanes |= group.lanes;
    last.others |= group.others;
    last.clock_of_others = std::max(last.clock_of_others, group.clock_of_others);
  } else if (found == w.groups.end()) {
    w.groups.push_back(group);
  }
  return w.StampOf(int(index), site) | kGroupBit;
}

}  // namespace tirx::sim
