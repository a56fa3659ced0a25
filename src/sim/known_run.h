// SPDX-License-Identifier: Apache-2.0
// Loads that differ from the warp's last one at the same place by no more than uniform indices. They are most
// of all that a kernel does with shared memory, so nothing is called here, or goes through memory.
#pragma once

#include "sim/access_check.h"
#include "sim/access_plan.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {

#define TIRX_SIM_INLINE __attribute__((always_inline)) inline

// What moves in one go. gcc 12 copies and fills in pieces of 16 bytes where it is left to it, and unrolls
// loops into stores of all sizes; a load of a whole vector then waits until the pieces have reached the
// cache.
#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
template <class Bits>
struct WholeVector {
  typedef Bits Type __attribute__((vector_size(kVectorBytes), aligned(alignof(Bits)), may_alias));
};

template <int kBytes>
TIRX_SIM_INLINE void CopyVectors(void* d, const void* a) {
  using Vector = WholeVector<uint8_t>::Type;
  static_assert(kBytes % kVectorBytes == 0);
  for (int i = 0; i < kBytes / kVectorBytes; ++i)
    static_cast<Vector*>(d)[i] = static_cast<const Vector*>(a)[i];
}

template <class T, int N>
TIRX_SIM_INLINE void Fill(T* d, T value) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  using Vector = typename WholeVector<Bits>::Type;
  const Vector all = BitsAs<Bits>(value) - Vector{};
  for (int i = 0; i < N * int(sizeof(T)) / kVectorBytes; ++i) reinterpret_cast<Vector*>(d)[i] = all;
}

// One half of a warp, all lanes active: the same element for all, or one after another.
template <class T>
TIRX_SIM_INLINE void LoadHalf(uint64_t first, bool same, typename T::Lane* d) {
  using Cell = typename T::Cell;
  if (same) {
    Cell cell;
    std::memcpy(&cell, reinterpret_cast<const void*>(first), sizeof cell);
    Fill<typename T::Lane, kHalf>(d, T::Decode(cell));
  } else if constexpr (std::is_same_v<typename T::Lane, Cell>) {
    CopyVectors<kHalf * sizeof(Cell)>(d, reinterpret_cast<const void*>(first));
  } else {
    Cell cells[kHalf];
    std::memcpy(cells, reinterpret_cast<const void*>(first), sizeof cells);
    TIRX_SIM_LANES(i, kHalf) d[i] = T::Decode(cells[i]);
  }
}

// Whether a read of the block's own shared memory needs no look at its cells; enters it.
TIRX_SIM_INLINE bool TryReadKnown(const Warp& w, const KnownRun& known, uint64_t first, uint32_t bytes) {
  Shadow& shadow = *known.shadow;
  if (shadow.unwritten != 0 || shadow.last_change > w.block->clocks.settled) return false;
  if (!known.logged) return true;
  const Stamp stamp = known.stamp | Stamp(w.clock) << 32;
  return shadow.TryLog(stamp, uint32_t(first - shadow.begin), known.distance_step,
                       ReadRecord::Pair(kAllLanes, bytes));
}

// False: nothing has been done.
template <class T>
TIRX_SIM_INLINE bool TryKnownLoad(Warp& w, const ExecInstr* ip) {
  const KnownRun& known = w.known_runs[ip->aux];
  if (known.block != w.known.block || w.mask != kAllLanes) return false;
  uint64_t first = known.first;
  if (known.open && !AddUniforms(w, w.machine->access_states[ip->aux].plan, first)) return false;
  if (known.shadow && !TryReadKnown(w, known, first, sizeof(typename T::Cell))) return false;
  w.path.Note(ip->site);
  typename T::Lane* d = w.At<typename T::Lane>(ip->d);
  const bool same = uint32_t(known.distance_step) == 0;
  LoadHalf<T>(first, same, d);
  LoadHalf<T>(first + known.distance, same, d + kHalf);
  return true;
}

// After an access that has followed its plan: it may do so again.
void KeepRun(Warp& w, const ExecInstr* ip, const Access& access, const AccessState& state,
             const Addresses& at);

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
