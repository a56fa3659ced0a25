// SPDX-License-Identifier: Apache-2.0
// The shape of a warp: lane count, lane masks, and the loop that all lane operations are written with.
#pragma once

#include <cstdint>

namespace tirx::sim {

// Lanes of a subgroup. Masks are one machine word, so at most 32.
constexpr int kLanes = 32;
using LaneMask = uint32_t;
constexpr LaneMask kAllLanes = ~LaneMask(0);
constexpr LaneMask kNoLanes = 0;

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

}  // namespace tirx::sim

// `TIRX_SIM_LANES(i, n) statement`: iterations are independent even where registers coincide (d may be a),
// which is what the pragma tells the vectoriser.
#if defined(__clang__)
#define TIRX_SIM_LANES(i, n) _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < (n); ++i)
#else
#define TIRX_SIM_LANES(i, n) _Pragma("GCC ivdep") for (int i = 0; i < (n); ++i)
#endif
// For the lanes of a mask, in order.
#define TIRX_SIM_ACTIVE(lane, mask)                                                             \
  for (::tirx::sim::LaneMask rest_##lane = (mask); rest_##lane; rest_##lane &= rest_##lane - 1) \
    if (const int lane = __builtin_ctz(rest_##lane); true)
