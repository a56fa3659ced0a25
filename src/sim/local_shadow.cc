// SPDX-License-Identifier: Apache-2.0
// Written-masks of the lanes' own memory.
#include "sim/access_check.h"

namespace tirx::sim {

void CheckLocalWritten(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  if (!w.machine->checks.uninitialised) return;
  const int bytes = MemoryBytes(access.elem) * access.lanes;
  LaneMask unwritten = 0;
  if (at.pattern == Addresses::Uniform) {
    LaneMask written = kAllLanes;
    for (int b = 0; b < bytes && at.mask; ++b) written &= w.local_written[at.first[0] + uint64_t(b)];
    unwritten = at.mask & ~written;
  } else {
    TIRX_SIM_ACTIVE(lane, at.mask) {
      uint64_t offset = at.Of(lane);
      for (int b = 0; b < bytes; ++b)
        unwritten |= ~w.local_written[offset + uint64_t(b)] & LaneMask(1) << lane;
    }
  }
  if (__builtin_expect(unwritten == 0, 1)) return;
  w.machine->Report(DK::SimUninitialised, w, ip->site, unwritten, [&](int lane) {
    return diag::Make(DK::SimUninitialised, w.machine->SpanOf(ip->site), {ElementText(w, access, lane)});
  });
  at.mask &= ~unwritten;
}

void MarkLocalWritten(Warp& w, const Access& access, const Addresses& at) {
  const int bytes = MemoryBytes(access.elem) * access.lanes;
  if (at.pattern == Addresses::Uniform) {
    for (int b = 0; b < bytes && at.mask; ++b) w.local_written[at.first[0] + uint64_t(b)] |= at.mask;
    return;
  }
  TIRX_SIM_ACTIVE(lane, at.mask) {
    uint64_t offset = at.Of(lane);
    for (int b = 0; b < bytes; ++b) w.local_written[offset + uint64_t(b)] |= LaneMask(1) << lane;
  }
}

}  // namespace tirx::sim
