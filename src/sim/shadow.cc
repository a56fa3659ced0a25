// SPDX-License-Identifier: Apache-2.0
#include "sim/shadow.h"

namespace tirx::sim {
namespace {

void ReportUnwritten(Warp& w, const ExecInstr* ip, const Access& access, LaneMask bad) {
  w.machine->Report(DK::SimUninitialised, w, ip->site, bad, [&](int lane) {
    return diag::Make(DK::SimUninitialised, w.machine->SpanOf(ip->site), {ElementText(w, access, lane)});
  });
}

// Whether each lane of the warp has one cell, next to that of the lane before.
bool IsCellRun(const Access& access, const Addresses& at) {
  const int bytes = MemoryBytes(access.elem);
  return at.mask == kAllLanes && access.lanes == 1 && at.pattern == Addresses::Even && at.step == bytes &&
         1 << at.allocation->cell_shift == bytes;
}

Stamp* StampsOf(const Allocation& allocation, uint64_t address) {
  return allocation.stamps + ((address - allocation.begin) >> allocation.cell_shift);
}

void MarkRun(Warp& w, const Addresses& at) {
  Allocation& allocation = *at.allocation;
  const Stamp first = w.machine->memory.first_stamp();
  for (int half = 0; half < 2; ++half) {
    Stamp* stamps = StampsOf(allocation, at.first[half]);
    if (allocation.unwritten) {
      int fresh = 0;
      for (int i = 0; i < kHalf; ++i) fresh += stamps[i] < first;
      allocation.unwritten -= fresh;
    }
    const Stamp mine = MakeStamp(w.clock, w.id, half * kHalf);
    TIRX_SIM_LANES(i, kHalf) stamps[i] = mine + Stamp(i);
  }
}

bool RunIsWritten(const Warp& w, const Addresses& at) {
  const Stamp first = w.machine->memory.first_stamp();
  int old = 0;
  for (int half = 0; half < 2; ++half) {
    const Stamp* stamps = StampsOf(*at.allocation, at.first[half]);
    for (int i = 0; i < kHalf; ++i) old += stamps[i] < first;
  }
  return old == 0;
}

}  // namespace

__attribute__((noinline)) void CheckWrittenEach(Warp& w, const ExecInstr* ip, const Access& access,
                                                Addresses& at) {
  Memory& memory = w.machine->memory;
  const uint64_t bytes = uint64_t(MemoryBytes(access.elem)) * access.lanes;
  if (at.allocation && IsCellRun(access, at) && RunIsWritten(w, at)) return;
  LaneMask bad = 0;
  TIRX_SIM_ACTIVE(lane, at.mask) {
    uint64_t address = at.Of(lane);
    Allocation* allocation = at.allocation ? at.allocation : memory.Find(address);
    if (!allocation || !allocation->stamps || memory.IsWritten(*allocation, address, bytes)) continue;
    bad |= LaneMask(1) << lane;
  }
  if (!bad) return;
  ReportUnwritten(w, ip, access, bad);
  at.mask &= ~bad;
}

__attribute__((noinline)) void MarkWrittenEach(Warp& w, const Access& access, const Addresses& at) {
  if (at.allocation && IsCellRun(access, at)) return MarkRun(w, at);
  Memory& memory = w.machine->memory;
  const uint64_t bytes = uint64_t(MemoryBytes(access.elem)) * access.lanes;
  TIRX_SIM_ACTIVE(lane, at.mask) {
    uint64_t address = at.Of(lane);
    Allocation* allocation = at.allocation ? at.allocation : memory.Find(address);
    if (allocation && allocation->stamps)
      memory.MarkWritten(*allocation, address, bytes, MakeStamp(w.clock, w.id, lane));
  }
}

void CheckLocalWritten(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  const int bytes = MemoryBytes(access.elem) * access.lanes;
  LaneMask bad = 0;
  if (at.pattern == Addresses::Uniform) {
    LaneMask written = kAllLanes;
    for (int b = 0; b < bytes && at.mask; ++b) written &= w.local_written[at.first[0] + uint64_t(b)];
    bad = at.mask & ~written;
  } else {
    TIRX_SIM_ACTIVE(lane, at.mask) {
      uint64_t offset = at.Of(lane);
      for (int b = 0; b < bytes; ++b) bad |= ~w.local_written[offset + uint64_t(b)] & LaneMask(1) << lane;
    }
  }
  if (__builtin_expect(bad == 0, 1)) return;
  ReportUnwritten(w, ip, access, bad);
  at.mask &= ~bad;
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
