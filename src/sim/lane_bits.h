// SPDX-License-Identifier: Apache-2.0
// Between bool lanes (0 or 1 each) and lane masks.
#pragma once

#include "sim/lanes.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tirx::sim {

inline LaneMask MaskOfBools(const uint32_t* lanes) {
  LaneMask mask = 0;
#ifdef __SSE2__
  for (int i = 0; i < kLanes; i += 4) {
    __m128i four = _mm_slli_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(lanes + i)), 31);
    mask |= LaneMask(_mm_movemask_ps(_mm_castsi128_ps(four))) << i;
  }
#else
  for (int i = 0; i < kLanes; ++i) mask |= LaneMask(lanes[i] & 1) << i;
#endif
  return mask;
}

inline void BoolsOfMask(LaneMask mask, uint32_t* lanes) {
  for (int i = 0; i < kLanes; ++i) lanes[i] = (mask >> i) & 1;
}

}  // namespace tirx::sim
