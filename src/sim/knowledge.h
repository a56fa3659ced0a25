// SPDX-License-Identifier: Apache-2.0
// Happens-before as vector clocks: which accesses of others come before what a thread does next.
#pragma once

#include <array>
#include <map>
#include <memory>

#include "sim/stamp.h"

namespace tirx::sim {

// Per agent of a block one clock: all that its lanes did up to it.
using AgentClocks = std::array<uint32_t, kAgents>;
// Per lane of an agent.
using LaneClocks = std::array<uint32_t, kLanes>;
// By AgentKey.
using ForeignClocks = std::map<uint64_t, LaneClocks>;

constexpr uint64_t AgentKey(uint32_t block, int agent) {
  return uint64_t(block) << 6 | unsigned(agent);
}

void Join(AgentClocks& clocks, const AgentClocks& other);
void Join(ForeignClocks& clocks, const ForeignClocks& other);

// What everybody knows who has waited at a barrier of several blocks: whatever each of them did before it
// came.
struct BarrierRound {
  const void* barrier = nullptr;
  uint32_t number = 0;  // of the barrier's rounds; a later one knows all that earlier ones did
  std::map<uint32_t, AgentClocks> blocks;  // that take part
  ForeignClocks more;

  bool Covers(uint32_t block, int agent, int lane, uint32_t clock) const;
};
using RoundPtr = std::shared_ptr<const BarrierRound>;

// Per agent of the own block one clock: all that the agent's lanes did up to it is known. What is known of
// single lanes, and of other blocks, is kept apart: it is rare.
struct Knowledge {
  uint32_t block = 0;  // the place of the own block in the order of the run
  AgentClocks of{};
  ForeignClocks more;
  RoundPtr of_cluster, of_grid;  // the last barriers of several blocks

  // Forgets everything: the block begins.
  void Begin(uint32_t new_block);
  // Whether the access of a lane of an agent at `clock` is known.
  bool Covers(uint32_t of_block, int agent, int lane, uint32_t clock) const;
  void AddLane(uint32_t of_block, int agent, int lane, uint32_t clock);
  // Knows afterwards what either knew.
  void Join(const Knowledge& other);
  // Knows a round of the own cluster's barrier, or of the grid's.
  void Learn(const RoundPtr& round, bool whole_grid);
};

}  // namespace tirx::sim
