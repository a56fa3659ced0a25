// SPDX-License-Identifier: Apache-2.0
// Barriers at which warps of a block meet, besides the block's own: numbered ones (PTX ISA, "bar"), and one
// of all running warps that hands a word of each to all.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/knowledge.h"

namespace tirx::sim {

constexpr int kBlockMeeting = -1;  // the number of the one of all running warps

// A warp that waits tries again; it is let through when it finds itself among the released ones.
struct Meeting {
  struct Place {
    // In the round that was completed last: whether the warp waited in it, what it left, and whether it has
    // not gone on yet.
    bool waited = false, released = false;
    uint64_t word = 0;
    // In the round that is going on.
    bool inside = false;
    uint64_t coming = 0;
  };
  std::vector<Place> warps;            // by warp id
  uint32_t threads = 0, expected = 0;  // that have come to the round, that must come
  Knowledge before;                    // of those that have come

  Place& Of(int warp) {
    if (warps.size() <= size_t(warp)) warps.resize(size_t(warp) + 1);
    return warps[size_t(warp)];
  }
  void Complete() {
    for (Place& place : warps) {
      place.waited = place.released = place.inside;
      place.word = place.coming;
      place.inside = false;
    }
    threads = 0;
  }
};

}  // namespace tirx::sim
