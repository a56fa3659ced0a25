// SPDX-License-Identifier: Apache-2.0
// The shape of a warp: lane count, lane masks, and the loop that all lane operations are written with.
// A warp is what runs in lockstep: a subgroup of the target, whose upper lanes never run where it has fewer
// than kLanes; of a subgroup of 64 it is one half, and the two meet at collective operations
// (ops/lane_groups.h).
#pragma once

#include <cstdint>

namespace tirx::sim {

// What is computed at once.
constexpr int kLanes = 32;
using LaneMask = uint32_t;
constexpr LaneMask kAllLanes = ~LaneMask(0);
constexpr LaneMask kNoLanes = 0;

// Of a subgroup.
constexpr int kMaxSubgroup = 64;
using GroupMask = uint64_t;

inline int FirstLane(LaneMask mask) {
  return __builtin_ctz(mask);
}
inline int LastLane(LaneMask mask) {
  return 31 - __builtin_clz(mask);
}
inline int CountLanes(LaneMask mask) {
  return __builtin_popcount(mask);
}
inline bool HasLane(LaneMask mask, int lane) {
  return (mask >> lane) & 1;
}
inline int FirstLane(GroupMask mask) {
  return __builtin_ctzll(mask);
}
inline bool HasLane(GroupMask mask, int lane) {
  return (mask >> lane) & 1;
}

}  // namespace tirx::sim

// `TIRX_SIM_LANES(i, n) statement`: iterations are independent even where registers coincide (d may be a),
// which is what the pragma tells the vectoriser.
#if defined(__clang__)
#define TIRX_SIM_LANES(i, n) _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < (n); ++i)
#else
#define TIRX_SIM_LANES(i, n) _Pragma("GCC ivdep") for (int i = 0; i < (n); ++i)
#endif
// For the lanes of a mask, in order.
#define TIRX_SIM_ACTIVE(lane, mask)                                            \
  for (auto rest_##lane = (mask); rest_##lane; rest_##lane &= rest_##lane - 1) \
    if (const int lane = ::tirx::sim::FirstLane(rest_##lane); true)
