// SPDX-License-Identifier: Apache-2.0
// What loads and stores ask and tell the shadows: stamps of shared memory, written-masks of the lanes' own
// memory.
#pragma once

#include "sim/address.h"

namespace tirx::sim {

// Slow halves of the functions below.
void CheckWrittenEach(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at);
void MarkWrittenEach(Warp& w, const Access& access, const Addresses& at);

// Reports lanes that read what nothing has written and takes them out of `at`.
inline void CheckWritten(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  if (at.allocation && at.allocation->unwritten == 0) return;
  if (at.mask) CheckWrittenEach(w, ip, access, at);
}
inline void MarkWritten(Warp& w, const Access& access, const Addresses& at) {
  if (at.allocation && !at.allocation->stamps) return;
  if (at.mask) MarkWrittenEach(w, access, at);
}

void CheckLocalWritten(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at);
void MarkLocalWritten(Warp& w, const Access& access, const Addresses& at);

}  // namespace tirx::sim
