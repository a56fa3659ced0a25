// SPDX-License-Identifier: Apache-2.0
// From an access and its index registers to checked addresses: bounds of each dimension, the allocation,
// alignment.
#pragma once

#include "sim/machine.h"

namespace tirx::sim {

// Where the lanes of one access lie. Lanes that failed a check are not in `mask`: they are not touched.
struct Addresses {
  enum Pattern : uint8_t { Uniform, Contiguous, Scattered } pattern = Uniform;
  LaneMask mask = 0;
  uint64_t first = 0;                // Uniform: of all lanes; Contiguous: of lane 0 (whether active or not)
  uint64_t lane[kLanes];             // Scattered
  Allocation* allocation = nullptr;  // null for Local, and where lanes differ in it

  uint64_t Of(int i, int element_bytes) const {
    if (pattern == Uniform) return first;
    return pattern == Contiguous ? first + uint64_t(i) * uint64_t(element_bytes) : lane[i];
  }
};

// Addresses of Local accesses are byte offsets in the lane's memory.
void ComputeAddresses(Warp& w, const ExecInstr* ip, const Access& access, AccessState& state, Addresses& out);

// "A[3, 70]": the element that a lane accesses.
std::string ElementText(const Warp& w, const Access& access, int lane);

}  // namespace tirx::sim
