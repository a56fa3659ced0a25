// SPDX-License-Identifier: Apache-2.0
// Happens-before as vector clocks: which accesses of others come before what a thread does next.
#pragma once

#include <array>
#include <map>

#include "sim/stamp.h"

namespace tirx::sim {

// Per agent of the own block one clock: all that the agent's lanes did up to it is known. What is known of
// single lanes, and of other blocks, is kept apart: it is rare.
struct Knowledge {
  uint32_t block = 0;  // the place of the own block in the order of the run
  std::array<uint32_t, kAgents> of{};

  using LaneClocks = std::array<uint32_t, kLanes>;
  std::map<uint64_t, LaneClocks> more;  // by AgentKey

  static constexpr uint64_t AgentKey(uint32_t block, int agent) {
    return uint64_t(block) << 6 | unsigned(agent);
  }

  // Forgets all but this: the block begins, and everything of it up to `clock` is known.
  void Begin(uint32_t new_block, uint32_t clock);
  // Whether the access of a lane of an agent at `clock` is known.
  bool Covers(uint32_t of_block, int agent, int lane, uint32_t clock) const;
  void AddLane(uint32_t of_block, int agent, int lane, uint32_t clock);
  // Knows afterwards what either knew.
  void Join(const Knowledge& other);
};

}  // namespace tirx::sim
