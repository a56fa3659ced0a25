// SPDX-License-Identifier: Apache-2.0
#include "sim/access_check.h"

#include "sim/lane_access.h"

namespace tirx::sim {
namespace {

constexpr size_t kLongestLog = 512;  // records; then cells are told

Shadow* ShadowOf(const Warp& w, const Addresses& at, int lane) {
  const Allocation* allocation = at.allocation ? at.allocation : w.machine->Find(w, at.Of(lane));
  return allocation ? allocation->shadow : nullptr;
}

uint64_t BytesOf(const Access& access) {
  return uint64_t(MemoryBytes(access.elem)) * access.lanes;
}

// Whether each lane of the warp has one cell, next to that of the lane before.
bool IsCellRun(const Access& access, const Addresses& at) {
  const int bytes = MemoryBytes(access.elem);
  return at.allocation && at.mask == kAllLanes && access.lanes == 1 && at.pattern == Addresses::Even &&
         at.step == bytes && 1 << at.allocation->shadow->cell_shift == bytes;
}

bool RunIsWritten(const Warp& w, const Addresses& at, const Shadow& shadow) {
  const Stamp first = MakeStamp(w.block->clocks.resident, 0, 0, 0);
  int old = 0;
  for (const uint64_t half : at.first) {
    const Stamp* stamps = shadow.writes.at(shadow.CellOf(half));
    for (int i = 0; i < kHalf; ++i) old += stamps[i] < first;
  }
  return old == 0;
}

// A run of cells that nobody else has touched, the common case in global memory: true when `stamps` are 0 or
// the lanes' own.
bool AreOwn(const Warp& w, const StampArray& stamps, const Addresses& at, const Shadow& shadow) {
  if (!stamps) return true;
  const Stamp mine = MakeStamp(0, w.id, 0, 0);
  const BlockClocks clocks = w.block->clocks;
  Stamp different = 0;
  for (int half = 0; half < 2; ++half) {
    const Stamp* from = stamps.at(shadow.CellOf(at.first[half]));
    for (int i = 0; i < kHalf; ++i) {
      const Stamp stamp = from[i], thread = mine + (Stamp(unsigned(half * kHalf + i)) << kLaneShift);
      different |=
          Stamp(stamp != 0) & Stamp(((stamp ^ thread) & kThreadBits) != 0 || !clocks.Has(ClockOf(stamp)));
    }
  }
  return different == 0;
}

void MarkRun(const Warp& w, uint32_t site, StampArray& stamps, const Addresses& at, Shadow& shadow) {
  const Stamp mine = MakeStamp(w.clock, w.id, 0, site);
  for (int half = 0; half < 2; ++half) {
    const size_t cell = shadow.CellOf(at.first[half]);
    shadow.Touch(cell);
    shadow.Touch(cell + kHalf - 1);
    Stamp* to = stamps.at(cell);
    const Stamp first = mine + (Stamp(unsigned(half * kHalf)) << kLaneShift);
    TIRX_SIM_LANES(i, kHalf) to[i] = first + (Stamp(unsigned(i)) << kLaneShift);
  }
}

// A store that cannot be in conflict: every access before is settled.
void MarkSettledRun(const Warp& w, uint32_t site, const Addresses& at, Shadow& shadow) {
  if (shadow.unwritten && shadow.shared) {
    const Stamp first = MakeStamp(w.block->clocks.resident, 0, 0, 0);
    for (const uint64_t half : at.first) {
      const Stamp* stamps = shadow.writes.at(shadow.CellOf(half));
      int fresh = 0;
      for (int i = 0; i < kHalf; ++i) fresh += stamps[i] < first;
      shadow.unwritten -= fresh;
    }
  }
  MarkRun(w, site, shadow.writes, at, shadow);
}

bool HalvesOverlap(const Access& access, const Addresses& at) {
  const uint64_t distance = at.first[1] > at.first[0] ? at.first[1] - at.first[0] : at.first[0] - at.first[1];
  return distance < uint64_t(kHalf) * BytesOf(access);
}

// The lanes that store to the same place as `lane`.
LaneMask Together(const Addresses& at, int lane) {
  LaneMask lanes = 0;
  TIRX_SIM_ACTIVE(other, at.mask) if (at.Of(other) == at.Of(lane)) lanes |= LaneMask(1) << other;
  return lanes;
}

struct Storing {
  Warp& w;
  const ExecInstr* ip;
  const Access& access;
  const Addresses& at;
  StoredBits bits;

  bool SameValue(int lane, int other) const {
    for (int c = 0; c < access.lanes; ++c)
      if (bits(w, ip, lane, c) != bits(w, ip, other, c)) return false;
    return true;
  }
  // The same instruction has stored the same before, in another warp or block: nobody can tell which was
  // first.
  bool RepeatsValue(Stamp stamp, int lane) const {
    if (SiteOf(stamp) != ip->site || SiteOf(stamp) == kUnknownSite) return false;
    const int bytes = MemoryBytes(access.elem);
    for (int c = 0; c < access.lanes; ++c) {
      uint64_t value = 0;
      std::memcpy(&value, reinterpret_cast<const void*>(at.Of(lane) + uint64_t(c * bytes)), size_t(bytes));
      if (value != bits(w, ip, lane, c)) return false;
    }
    return true;
  }
  void Check(const LaneAccess& to, Findings& found) const {
    for (size_t cell = to.first; cell <= to.last; ++cell) {
      const Stamp stamp = to.shadow.writes[cell];
      if (to.Counts(stamp) && !Knows(w, to.lane, stamp, Members::All) && !RepeatsValue(stamp, to.lane))
        found.AddRace(to.lane, stamp, Deed::Write);
      to.AgainstPairs(to.shadow.reads, cell, Deed::Read, found);
      to.AgainstPairs(to.shadow.atomics, cell, Deed::Update, found);
    }
  }
};

// One of the lanes that share a place stores for all of them.
void StoreLane(const Storing& store, int lane, LaneMask together, Shadow& shadow, Findings& found) {
  Warp& w = store.w;
  NoteVisit(w, lane, store.ip->site, shadow);
  const LaneAccess to(w, shadow, lane, store.at.Of(lane), BytesOf(store.access));
  Stamp stamp = to.Mine(store.ip->site);
  if (w.machine->checks.races) {
    shadow.Flush();
    TIRX_SIM_ACTIVE(member, together) {
      store.Check(LaneAccess(w, shadow, member, store.at.Of(member), BytesOf(store.access)), found);
      if (store.SameValue(lane, member)) continue;
      if (!found.conflicts) found.first_conflict = member;
      found.conflicts |= LaneMask(1) << lane;
    }
    if (together & (together - 1)) stamp = GroupStamp(w, together, store.ip->site);
  }
  for (size_t cell = to.first; cell <= to.last; ++cell) to.Mark(cell, stamp);
}

}  // namespace

void LogRead(Warp& w, uint32_t site, const Access& access, const Addresses& at, Shadow& shadow) {
  if (shadow.log.size() >= kLongestLog) shadow.Flush();
  const bool uniform = at.pattern == Addresses::Uniform;
  shadow.log.push_back({{at.first[0], uniform ? at.first[0] : at.first[1]},
                        uniform ? 0 : at.step,
                        at.mask,
                        uint32_t(BytesOf(access)),
                        MakeStamp(w.clock, w.id, 0, site)});
  shadow.last_read = w.clock;
}

__attribute__((noinline)) void CheckReadEach(Warp& w, const ExecInstr* ip, const Access& access,
                                             Addresses& at) {
  Machine& m = *w.machine;
  if (IsCellRun(access, at)) {
    Shadow& shadow = *at.allocation->shadow;
    if (shadow.shared && !m.checks.races && RunIsWritten(w, at, shadow)) return;
    if (!shadow.shared && m.checks.races && !shadow.atomics) {
      shadow.AllocatePairs(shadow.reads);
      if (AreOwn(w, shadow.writes, at, shadow) && AreOwn(w, shadow.reads.latest, at, shadow))
        return MarkRun(w, ip->site, shadow.reads.latest, at, shadow);
    }
  }
  Findings found;
  TIRX_SIM_ACTIVE(lane, at.mask) {
    Shadow* shadow = ShadowOf(w, at, lane);
    if (!shadow) continue;
    NoteVisit(w, lane, ip->site, *shadow);
    const LaneAccess read(w, *shadow, lane, at.Of(lane), BytesOf(access));
    if (m.checks.uninitialised && !read.IsWritten())
      found.unwritten |= LaneMask(1) << lane;
    else if (m.checks.races)
      read.CheckRead(found);
  }
  ReportFindings(w, ip->site, found, Deed::Read, [&](int lane) { return ElementText(w, access, lane); });
  at.mask &= ~found.unwritten;
  if (!at.mask || !m.checks.races) return;
  if (at.allocation && IsOwn(w, *at.allocation->shadow) && at.pattern != Addresses::Scattered)
    return LogRead(w, ip->site, access, at, *at.allocation->shadow);
  TIRX_SIM_ACTIVE(lane, at.mask) {
    Shadow* shadow = ShadowOf(w, at, lane);
    if (!shadow) continue;
    const LaneAccess read(w, *shadow, lane, at.Of(lane), BytesOf(access));
    read.NoteRead(read.Mine(ip->site));
    shadow->last_read = w.clock;
  }
}

__attribute__((noinline)) void CheckWriteEach(Warp& w, const ExecInstr* ip, const Access& access,
                                              const Addresses& at, StoredBits bits) {
  Machine& m = *w.machine;
  if (IsCellRun(access, at) && !HalvesOverlap(access, at)) {
    Shadow& shadow = *at.allocation->shadow;
    const uint32_t clock = w.block->clocks.settled;
    const bool settled = IsOwn(w, shadow) && shadow.last_write <= clock && shadow.last_read <= clock &&
                         shadow.last_atomic <= clock;
    const bool own = !shadow.shared && !shadow.atomics && AreOwn(w, shadow.writes, at, shadow) &&
                     AreOwn(w, shadow.reads.latest, at, shadow) && AreOwn(w, shadow.reads.other, at, shadow);
    if (settled || own || !m.checks.races) {
      shadow.last_write = w.clock;
      return MarkSettledRun(w, ip->site, at, shadow);
    }
  }
  const bool apart = at.pattern == Addresses::Even && at.step >= int64_t(BytesOf(access)) &&
                     !(at.mask >> kHalf && at.mask & kHalfLanes && HalvesOverlap(access, at));
  const Storing store{w, ip, access, at, bits};
  Findings found;
  LaneMask done = 0;
  TIRX_SIM_ACTIVE(lane, at.mask) {
    Shadow* shadow = HasLane(done, lane) ? nullptr : ShadowOf(w, at, lane);
    if (!shadow) continue;
    const LaneMask together = apart ? LaneMask(1) << lane : Together(at, lane);
    done |= together;
    StoreLane(store, lane, together, *shadow, found);
    shadow->last_write = w.clock;
  }
  ReportFindings(w, ip->site, found, Deed::Write, [&](int lane) { return ElementText(w, access, lane); });
}

}  // namespace tirx::sim
