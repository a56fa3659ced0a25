// SPDX-License-Identifier: Apache-2.0
// Barriers at which warps of a block meet, besides the block's own: numbered ones (PTX ISA, "bar"), and one
// of all running warps that hands a word of each to all.
#pragma once

#include <array>
#include <cstdint>

#include "sim/knowledge.h"
#include "sim/lanes.h"

namespace tirx::sim {

constexpr int kMaxWarps = 32;
constexpr int kBlockMeeting = -1;  // the number of the one of all running warps

// A warp that waits tries again; it is let through when it finds itself among the released ones.
struct Meeting {
  // The round that was completed last.
  uint32_t warps = 0;                       // those that waited in it, by warp id
  std::array<uint64_t, kMaxWarps> words{};  // what each left
  uint32_t released = 0;                    // those of them that have not gone on yet
  // The round that is going on.
  uint32_t inside = 0;                 // warps that wait
  uint32_t threads = 0, expected = 0;  // that have come, that must come
  Knowledge before;                    // of those that have come
  std::array<uint64_t, kMaxWarps> coming{};

  void Complete() {
    warps = released = inside;
    words = coming;
    inside = threads = 0;
  }
};

}  // namespace tirx::sim
