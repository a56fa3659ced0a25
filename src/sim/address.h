// SPDX-License-Identifier: Apache-2.0
// From an access and its index registers to checked addresses: bounds of each dimension, the allocation,
// alignment.
#pragma once

#include "sim/isa.h"
#include "sim/machine.h"

namespace tirx::sim {

// Where the lanes of one access lie. Lanes that failed a check are not in `mask`: they are not touched.
constexpr int kHalf = kLanes / 2;
constexpr LaneMask kHalfLanes = (LaneMask(1) << kHalf) - 1;

struct Addresses {
  // Even: within each half of the warp, lane after lane at the same distance.
  // The order keeps apart what is written apart and asked for together: a load of both would have to wait.
  enum Pattern : uint8_t { Uniform, Even, Scattered } pattern = Uniform;
  Allocation* allocation = nullptr;  // null for Local, and where lanes differ in it
  int64_t step = 0;                  // Even: bytes from a lane to the next
  uint64_t first[2];  // Uniform: first[0] for all lanes; Even: of lane 0 and lane kHalf, active or not
  LaneMask mask = 0;
  uint64_t lane[kLanes];  // Scattered

  uint64_t Of(int i) const {
    if (pattern == Uniform) return first[0];
    return pattern == Even ? first[i / kHalf] + uint64_t((i % kHalf) * step) : lane[i];
  }
  LaneMask HalfMask(int half) const { return mask >> (half * kHalf) & kHalfLanes; }
};

inline namespace TIRX_SIM_ISA {

// The slow half of ComputeAddresses (access_plan.h).
void ComputeOthers(Warp& w, const ExecInstr* ip, const Access& access, AccessState& state, Addresses& out);

// "A[3, 70]", "A[3, 68:72]": the element that a lane accesses, or the neighbouring ones.
std::string ElementText(const Warp& w, const Access& access, int lane);

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
