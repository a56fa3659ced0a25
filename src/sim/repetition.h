// SPDX-License-Identifier: Apache-2.0
// Loops without end that can be told before the steps are used up: a warp that comes back to where it was,
// with nothing changed outside of it, does the same for ever.
#pragma once

#include "sim/machine.h"

namespace tirx::sim {

// All of a warp that decides what it does next, while memory and what it meets others at stay as they are.
class WarpImage {
 public:
  explicit WarpImage(const Warp& w);
  bool Shows(const Warp& w) const;

 private:
  struct Part {
    const char* data;
    size_t bytes;
  };
  static std::vector<Part> PartsOf(const Warp& w);

  LaneMask mask_, live_;
  int depth_;
  std::vector<char> bytes_;
};

// Whether to look in the turn that the warp is about to have: in the 1st, 2nd, 4th, ... in which nothing has
// changed, as looking takes time.
bool IsToBeWatched(Warp& w);

// Whether all warps that would go on in this block only repeat what they have done; `first`: one of them.
bool OnlyRepeats(const Block& block, const Warp** first);

}  // namespace tirx::sim
