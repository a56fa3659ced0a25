// SPDX-License-Identifier: Apache-2.0
// What loads, stores and atomics ask and tell the shadows: has somebody written this, and is every other
// access of it ordered with this one?
#pragma once

#include "sim/address.h"
#include "sim/shadow.h"

namespace tirx::sim {

// The memory bits that component `c` of a lane's stored value has.
using StoredBits = uint64_t (*)(const Warp& w, const ExecInstr* ip, int lane, int c);

inline uint64_t BytesOf(const Access& access) {
  return uint64_t(MemoryBytes(access.elem)) * access.lanes;
}

// Whether the shared memory is the block's own, and nobody else has been there.
inline bool IsOwn(const Warp& w, const Shadow& shadow) {
  return shadow.owner == w.block && !shadow.visited;
}

// Slow halves of the functions below.
void CheckReadEach(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at);
void CheckWriteEach(Warp& w, const ExecInstr* ip, const Access& access, const Addresses& at, StoredBits bits);

// Leaves it to Shadow::Flush to tell the cells.
inline void LogRead(Warp& w, uint32_t site, const Access& access, const Addresses& at, Shadow& shadow) {
  constexpr size_t kLongestLog = 512;  // records
  if (shadow.log.size() >= kLongestLog) shadow.Flush();
  const bool uniform = at.pattern == Addresses::Uniform;
  shadow.log.push_back({{at.first[0], uniform ? at.first[0] : at.first[1]},
                        uniform ? 0 : at.step,
                        at.mask,
                        uint32_t(BytesOf(access)),
                        MakeStamp(w.clock, w.id, 0, site)});
  shadow.last_read = w.clock;
}

// Reports lanes that read what nothing has written, and takes them out of `at`; reports races.
inline void CheckRead(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  if (!at.mask || (at.allocation && !at.allocation->shadow)) return;
  const Machine& m = *w.machine;
  if (at.allocation && at.pattern != Addresses::Scattered) {
    Shadow& shadow = *at.allocation->shadow;
    if (shadow.shared && shadow.unwritten == 0) {
      if (!m.checks.races) return;
      const uint32_t settled = w.block->clocks.settled;
      if (IsOwn(w, shadow) && shadow.last_write <= settled && shadow.last_atomic <= settled)
        return LogRead(w, ip->site, access, at, shadow);
    }
  }
  CheckReadEach(w, ip, access, at);
}
// Before the values are stored.
inline void CheckWrite(Warp& w, const ExecInstr* ip, const Access& access, const Addresses& at,
                       StoredBits bits) {
  if (!at.mask || (at.allocation && !at.allocation->shadow)) return;
  CheckWriteEach(w, ip, access, at, bits);
}

// A lane's atomic update of the cells from `address` on, within `block_scope` or the device. Reports races;
// says whether something was there to be read.
bool CheckAtomic(Warp& w, int lane, uint32_t site, std::string_view op, const Allocation& allocation,
                 uint64_t address, int bytes, bool block_scope);
// A lane's plain access by an operation: the same.
bool CheckOpRead(Warp& w, int lane, uint32_t site, std::string_view op, const Allocation& allocation,
                 uint64_t address, int bytes);
void CheckOpWrite(Warp& w, int lane, uint32_t site, std::string_view op, const Allocation& allocation,
                  uint64_t address, int bytes);

// A lane accesses a block's shared memory: another block of the cluster must not end before that. Remembers
// the access, which is held against the owner's knowledge when it ends (CheckVisits).
void NoteVisit(Warp& w, int lane, uint32_t site, Shadow& shadow);
void CheckVisits(Block& ended);

void CheckLocalWritten(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at);
void MarkLocalWritten(Warp& w, const Access& access, const Addresses& at);

}  // namespace tirx::sim
