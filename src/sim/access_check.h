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

// Whether nothing is wrong with a read of the shared memory: all of it has been written, and settled.
inline bool IsFineToRead(const Warp& w, const Shadow& shadow) {
  if (!shadow.shared || shadow.unwritten != 0) return false;
  if (!w.machine->checks.races) return true;
  return shadow.owner == w.block && shadow.last_change <= w.block->clocks.settled;
}

// The functions below where there is a shadow to ask.
void CheckShadowedRead(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at);
void CheckShadowedWrite(Warp& w, const ExecInstr* ip, const Access& access, const Addresses& at,
                        StoredBits bits);

// Reports lanes that read what nothing has written, and takes them out of `at`; reports races.
inline void CheckRead(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  if (at.mask && (!at.allocation || at.allocation->shadow)) CheckShadowedRead(w, ip, access, at);
}
// Before the values are stored.
inline void CheckWrite(Warp& w, const ExecInstr* ip, const Access& access, const Addresses& at,
                       StoredBits bits) {
  if (at.mask && (!at.allocation || at.allocation->shadow)) CheckShadowedWrite(w, ip, access, at, bits);
}

// What an operation accesses by address.
struct OpPlace {
  std::string_view op;
  const Allocation& allocation;
  uint64_t address;
  int bytes;
};
// T.gpu.atomic_add` at byte offset 8 of `Y: for messages, which put it between such quotes.
std::string Text(const OpPlace& place);

// A lane's atomic update of a place, within `block_scope` or the device. Reports races; says whether
// something was there to be read.
bool CheckAtomic(Warp& w, int lane, uint32_t site, const OpPlace& place, bool block_scope);
// A lane's plain access by an operation: the same.
bool CheckOpRead(Warp& w, int lane, uint32_t site, const OpPlace& place);
void CheckOpWrite(Warp& w, int lane, uint32_t site, const OpPlace& place);

// A lane accesses a block's shared memory: another block of the cluster must not end before that. Remembers
// the access, which is held against the owner's knowledge when it ends (CheckVisits).
void NoteVisit(Warp& w, int lane, uint32_t site, Shadow& shadow);
void CheckVisits(Block& ended);

void CheckLocalWritten(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at);
void MarkLocalWritten(Warp& w, const Access& access, const Addresses& at);

}  // namespace tirx::sim
