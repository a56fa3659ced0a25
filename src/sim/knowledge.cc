// SPDX-License-Identifier: Apache-2.0
#include "sim/knowledge.h"

#include <algorithm>
#include <utility>

namespace tirx::sim {
namespace {

void Raise(LaneClocks& clocks, const LaneClocks& other) {
  for (size_t lane = 0; lane < clocks.size(); ++lane) clocks[lane] = std::max(clocks[lane], other[lane]);
}

void RaiseAll(ForeignClocks& clocks, uint64_t key, uint32_t clock) {
  if (clock == 0) return;
  LaneClocks all;
  all.fill(clock);
  Raise(clocks.try_emplace(key, LaneClocks{}).first->second, all);
}

bool Contains(const ForeignClocks& clocks, uint32_t block, int agent, int lane, uint32_t clock) {
  if (clocks.empty()) return false;
  auto found = clocks.find(AgentKey(block, agent));
  return found != clocks.end() && clock <= found->second[size_t(lane)];
}

// The later of two rounds of one barrier. Of different barriers: `round` stays, what `other` knows is added
// to `more`.
void JoinRound(RoundPtr& round, const RoundPtr& other, ForeignClocks& more) {
  if (!other || round == other) return;
  if (round && round->barrier == other->barrier) {
    if (other->number > round->number) round = other;
    return;
  }
  if (!round) {
    round = other;
    return;
  }
  for (const auto& [block, clocks] : other->blocks)
    for (size_t agent = 0; agent < clocks.size(); ++agent)
      RaiseAll(more, AgentKey(block, int(agent)), clocks[agent]);
  Join(more, other->more);
}

}  // namespace

void Join(ForeignClocks& clocks, const ForeignClocks& other) {
  for (const auto& [key, lanes] : other) Raise(clocks.try_emplace(key, LaneClocks{}).first->second, lanes);
}

void Join(AgentClocks& clocks, const AgentClocks& other) {
  for (size_t agent = 0; agent < clocks.size(); ++agent)
    clocks[agent] = std::max(clocks[agent], other[agent]);
}

bool BarrierRound::Covers(uint32_t block, int agent, int lane, uint32_t clock) const {
  auto found = blocks.find(block);
  if (found != blocks.end() && clock <= found->second[size_t(agent)]) return true;
  return Contains(more, block, agent, lane, clock);
}

void Knowledge::Begin(uint32_t new_block) {
  block = new_block;
  of.fill(0);
  more.clear();
  of_cluster = of_grid = nullptr;
}

bool Knowledge::Covers(uint32_t of_block, int agent, int lane, uint32_t clock) const {
  if (of_block == block && clock <= of[size_t(agent)]) return true;
  if (of_cluster && of_cluster->Covers(of_block, agent, lane, clock)) return true;
  if (of_grid && of_grid->Covers(of_block, agent, lane, clock)) return true;
  return Contains(more, of_block, agent, lane, clock);
}

void Knowledge::AddLane(uint32_t of_block, int agent, int lane, uint32_t clock) {
  uint32_t& known = more.try_emplace(AgentKey(of_block, agent), LaneClocks{}).first->second[size_t(lane)];
  known = std::max(known, clock);
}

void Knowledge::Join(const Knowledge& other) {
  if (other.block == block)
    sim::Join(of, other.of);
  else
    for (size_t agent = 0; agent < of.size(); ++agent)
      RaiseAll(more, AgentKey(other.block, int(agent)), other.of[agent]);
  JoinRound(of_cluster, other.of_cluster, more);
  JoinRound(of_grid, other.of_grid, more);
  sim::Join(more, other.more);
}

void Knowledge::Learn(const RoundPtr& round, bool whole_grid) {
  sim::Join(of, round->blocks.at(block));
  RoundPtr& known = whole_grid ? of_grid : of_cluster;
  const RoundPtr before = std::exchange(known, round);
  JoinRound(known, before, more);
}

}  // namespace tirx::sim
