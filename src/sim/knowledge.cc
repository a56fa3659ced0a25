// SPDX-License-Identifier: Apache-2.0
#include "sim/knowledge.h"

#include <algorithm>

namespace tirx::sim {
namespace {

void Raise(Knowledge::LaneClocks& clocks, const Knowledge::LaneClocks& other) {
  for (size_t lane = 0; lane < clocks.size(); ++lane) clocks[lane] = std::max(clocks[lane], other[lane]);
}

}  // namespace

void Knowledge::Begin(uint32_t new_block, uint32_t clock) {
  block = new_block;
  of.fill(clock);
  more.clear();
}

bool Knowledge::Covers(uint32_t of_block, int agent, int lane, uint32_t clock) const {
  if (of_block == block && clock <= of[size_t(agent)]) return true;
  if (more.empty()) return false;
  auto found = more.find(AgentKey(of_block, agent));
  return found != more.end() && clock <= found->second[size_t(lane)];
}

void Knowledge::AddLane(uint32_t of_block, int agent, int lane, uint32_t clock) {
  uint32_t& known = more.try_emplace(AgentKey(of_block, agent), LaneClocks{}).first->second[size_t(lane)];
  known = std::max(known, clock);
}

void Knowledge::Join(const Knowledge& other) {
  if (other.block == block) {
    for (size_t agent = 0; agent < of.size(); ++agent) of[agent] = std::max(of[agent], other.of[agent]);
  } else {
    for (size_t agent = 0; agent < of.size(); ++agent) {
      LaneClocks all;
      all.fill(other.of[agent]);
      Raise(more.try_emplace(AgentKey(other.block, int(agent)), LaneClocks{}).first->second, all);
    }
  }
  for (const auto& [key, clocks] : other.more)
    Raise(more.try_emplace(key, LaneClocks{}).first->second, clocks);
}

}  // namespace tirx::sim
