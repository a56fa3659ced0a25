// SPDX-License-Identifier: Apache-2.0
#include "sim/access_check.h"

#include <algorithm>

#include "sim/lane_access.h"

namespace tirx::sim {
namespace {

Shadow* ShadowOf(const Warp& w, const Addresses& at, int lane) {
  const Allocation* allocation = at.allocation ? at.allocation : w.machine->Find(w, at.Of(lane));
  return allocation ? allocation->shadow : nullptr;
}

// Leaves it to Shadow::Flush to tell the cells.
void LogRead(const Warp& w, uint32_t site, const Access& access, const Addresses& at, Shadow& shadow) {
  const bool uniform = at.pattern == Addresses::Uniform;
  shadow.Log(w.StampOf(0, site), uint32_t(at.first[0] - shadow.begin),
             uniform ? 0 : ReadRecord::Pair(uint32_t(at.first[1] - at.first[0]), uint32_t(at.step)),
             ReadRecord::Pair(at.mask, uint32_t(BytesOf(access))));
}

// Whether each lane of the warp has one cell, next to that of the lane before.
bool IsCellRun(const Access& access, const Addresses& at) {
  const int bytes = MemoryBytes(access.elem);
  return at.allocation && at.mask == kAllLanes && access.lanes == 1 && at.pattern == Addresses::Even &&
         at.step == bytes && 1 << at.allocation->shadow->cell_shift == bytes;
}

// How many cells of the run no running block has written.
int CountUnwritten(const Warp& w, const Addresses& at, const Shadow& shadow) {
  const uint32_t resident = w.block->clocks.resident;
  int unwritten = 0;
  for (const uint64_t first : at.first) {
    const size_t cell = shadow.CellOf(first);
    Stamp run;
    if (shadow.writes.IsRun(cell, &run))
      unwritten += ClockOf(run) < resident ? kHalf : 0;
    else
      for (size_t i = 0; i < kHalf; ++i) unwritten += ClockOf(shadow.writes[cell + i]) < resident;
  }
  return unwritten;
}

// Whether the stamp's access is known to come before what the lane does, for a simple reason.
bool IsBefore(const Warp& w, const Shadow& shadow, Stamp stamp, int lane) {
  const BlockClocks& clocks = w.block->clocks;
  const uint32_t clock = ClockOf(stamp);
  if (stamp == 0 || (shadow.shared && clock < clocks.resident)) return true;
  return clocks.Has(clock) && (clock <= clocks.settled || IsSameThread(stamp, w.StampOf(lane, 0)));
}

// The same of a run of cells: the common case.
bool AreBefore(const Warp& w, const StampLines& stamps, const Addresses& at, const Shadow& shadow) {
  if (!stamps) return true;
  for (int half = 0; half < 2; ++half) {
    const size_t cell = shadow.CellOf(at.first[half]);
    Stamp run;
    if (stamps.IsRun(cell, &run)) {
      if (!IsBefore(w, shadow, run, half * kHalf)) return false;
      continue;
    }
    for (int i = 0; i < kHalf; ++i)
      if (!IsBefore(w, shadow, stamps[cell + size_t(i)], half * kHalf + i)) return false;
  }
  return true;
}

bool AreBefore(const Warp& w, const AccessPairs& pairs, const Addresses& at, const Shadow& shadow) {
  return AreBefore(w, pairs.latest, at, shadow) && AreBefore(w, pairs.other, at, shadow);
}

void MarkRun(const Warp& w, uint32_t site, StampLines& stamps, const Addresses& at, Shadow& shadow) {
  for (int half = 0; half < 2; ++half) {
    const size_t cell = shadow.CellOf(at.first[half]);
    shadow.Touch(cell);
    shadow.Touch(cell + kHalf - 1);
    stamps.SetRun(cell, w.StampOf(half * kHalf, site));
  }
}

bool HalvesOverlap(const Access& access, const Addresses& at) {
  const uint64_t distance = at.first[1] > at.first[0] ? at.first[1] - at.first[0] : at.first[0] - at.first[1];
  return distance < uint64_t(kHalf) * BytesOf(access);
}

// Whether no two lanes touch the same bytes.
bool AreApart(const Access& access, const Addresses& at) {
  return at.pattern == Addresses::Even && at.step >= int64_t(BytesOf(access)) &&
         !(at.mask >> kHalf && at.mask & kHalfLanes && HalvesOverlap(access, at));
}

struct Range {
  int64_t low = INT64_MAX, high = INT64_MIN;
  void Add(int64_t first, int64_t bytes) {
    low = std::min(low, first);
    high = std::max(high, first + bytes);
  }
};

// What the active lanes of an access that is not scattered lie between; `offset_of(lane)`.
template <class OffsetOf>
Range RangeOf(LaneMask mask, int64_t bytes, OffsetOf&& offset_of) {
  Range range;
  for (const LaneMask half : {kHalfLanes, kHalfLanes << kHalf}) {
    const LaneMask lanes = mask & half;
    if (!lanes) continue;
    range.Add(offset_of(FirstLane(lanes)), bytes);
    range.Add(offset_of(LastLane(lanes)), bytes);
  }
  return range;
}

// Whether a store may be in conflict with a logged read: one of the same bytes, unless each lane has read
// those that it stores to now, or there is but one lane.
bool MayMeetLog(const Warp& w, const Access& access, const Addresses& at, const Shadow& shadow) {
  constexpr size_t kMost = 32;  // records that are looked at rather than entered into the cells
  if (shadow.log_size > kMost || at.pattern == Addresses::Scattered) return true;
  const uint32_t bytes = uint32_t(BytesOf(access));
  const Range stored = RangeOf(at.mask, bytes, [&](int lane) { return int64_t(at.Of(lane) - shadow.begin); });
  const bool alone = (at.mask & (at.mask - 1)) == 0, apart = AreApart(access, at);
  const uint32_t offset = uint32_t(at.first[0] - shadow.begin);
  const uint64_t distance_step =
      apart ? ReadRecord::Pair(uint32_t(at.first[1] - at.first[0]), uint32_t(at.step)) : 0;
  for (size_t i = 0; i < shadow.log_size; ++i) {
    const ReadRecord& read = shadow.log[i];
    Range loaded = RangeOf(read.mask(), read.bytes(), [&](int lane) { return int64_t(read.OffsetOf(lane)); });
    const int64_t reach = int64_t(int32_t(read.stride)) * int64_t(read.count - 1);
    (reach < 0 ? loaded.low : loaded.high) += reach;
    if (loaded.high <= stored.low || stored.high <= loaded.low) continue;
    const bool same = apart && read.count == 1 && read.offset == offset &&
                      read.distance_step == distance_step && read.bytes() == bytes;
    const bool own_warp = shadow.owner == w.block && IsSameThread(read.stamp, w.StampOf(0, 0));
    if (!own_warp || !(same || (alone && read.mask() == at.mask))) return true;
  }
  return false;
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
  bool may_meet_log;

  bool SameValue(int lane, int other) const {
    for (int c = 0; c < access.lanes; ++c)
      if (bits(w, ip, lane, c) != bits(w, ip, other, c)) return false;
    return true;
  }
  // Whether the other half of the subgroup has stored the same with this instruction: nobody can tell which
  // was first.
  bool IsOfOtherHalf(Stamp stamp, int lane) const {
    if (w.machine->subgroup <= kLanes || SiteOf(stamp) != ip->site || SiteOf(stamp) == kUnknownSite)
      return false;
    if (AgentOf(stamp) != (w.agent ^ 1) || !w.block->clocks.Has(ClockOf(stamp))) return false;
    const int bytes = MemoryBytes(access.elem);
    for (int c = 0; c < access.lanes; ++c) {
      uint64_t value = 0;
      std::memcpy(&value, reinterpret_cast<const void*>(at.Of(lane) + uint64_t(c * bytes)), size_t(bytes));
      if (value != bits(w, ip, lane, c)) return false;
    }
    return true;
  }
  // The stamp of the lanes, and of those of the other half that have stored the same.
  Stamp With(LaneMask together, Stamp mine, Stamp before, int lane) const {
    if (!IsOfOtherHalf(before, lane) || Knows(w, lane, before, Members::All)) return mine;
    const StoreGroup theirs = GroupOf(*w.block->OtherHalf(w), before);
    return GroupStamp(w, {together, theirs.lanes, ClockOf(before)}, ip->site);
  }
  void Check(const LaneAccess& to, Findings& found) const {
    for (size_t cell = to.first; cell <= to.last; ++cell) {
      const Stamp stamp = to.shadow.writes[cell];
      if (to.Counts(stamp) && !Knows(w, to.lane, stamp, Members::All) && !IsOfOtherHalf(stamp, to.lane))
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
  const Stamp stamp = together & (together - 1) && w.machine->checks.races
                          ? GroupStamp(w, {together}, store.ip->site)
                          : to.Mine(store.ip->site);
  if (w.machine->checks.races) {
    if (store.may_meet_log) shadow.Flush();
    TIRX_SIM_ACTIVE(member, together) {
      store.Check(LaneAccess(w, shadow, member, store.at.Of(member), BytesOf(store.access)), found);
      if (store.SameValue(lane, member)) continue;
      if (!found.conflicts) found.first_conflict = member;
      found.conflicts |= LaneMask(1) << lane;
    }
  }
  for (size_t cell = to.first; cell <= to.last; ++cell)
    to.Mark(cell, store.With(together, stamp, shadow.writes[cell], lane));
}

// A read of a run of cells, all written, that cannot be in conflict: true when it has been entered.
bool TryReadRun(Warp& w, uint32_t site, const Access& access, const Addresses& at) {
  if (!IsCellRun(access, at)) return false;
  Shadow& shadow = *at.allocation->shadow;
  if (shadow.owner && !IsOwn(w, shadow)) return false;
  if (shadow.shared && shadow.unwritten && CountUnwritten(w, at, shadow)) return false;
  if (!w.machine->checks.races) return shadow.shared;
  if (!AreBefore(w, shadow.writes, at, shadow) || !AreBefore(w, shadow.atomics, at, shadow)) return false;
  if (shadow.shared) {
    LogRead(w, site, access, at, shadow);
    return true;
  }
  if (!AreBefore(w, shadow.reads.latest, at, shadow)) return false;
  MarkRun(w, site, shadow.reads.latest, at, shadow);
  return true;
}

// The same of a store.
bool TryWriteRun(Warp& w, uint32_t site, const Access& access, const Addresses& at) {
  if (!IsCellRun(access, at) || HalvesOverlap(access, at)) return false;
  Shadow& shadow = *at.allocation->shadow;
  if (shadow.owner && !IsOwn(w, shadow)) return false;
  if (w.machine->checks.races) {
    if (!AreBefore(w, shadow.writes, at, shadow) || !AreBefore(w, shadow.atomics, at, shadow)) return false;
    if (!shadow.shared || shadow.last_read > w.block->clocks.settled) {
      if (MayMeetLog(w, access, at, shadow)) shadow.Flush();
      if (!AreBefore(w, shadow.reads, at, shadow)) return false;
    }
  }
  if (shadow.unwritten && shadow.shared) shadow.unwritten -= CountUnwritten(w, at, shadow);
  MarkRun(w, site, shadow.writes, at, shadow);
  shadow.NoteChange(w.clock);
  return true;
}

bool TryReadSettled(const Warp& w, uint32_t site, const Access& access, const Addresses& at) {
  if (!at.allocation || at.pattern == Addresses::Scattered) return false;
  Shadow& shadow = *at.allocation->shadow;
  if (!IsFineToRead(w, shadow)) return false;
  if (w.machine->checks.races) LogRead(w, site, access, at, shadow);
  return true;
}

void CheckReadEach(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  Machine& m = *w.machine;
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

}  // namespace

void CheckShadowedRead(Warp& w, const ExecInstr* ip, const Access& access, Addresses& at) {
  if (!TryReadSettled(w, ip->site, access, at) && !TryReadRun(w, ip->site, access, at))
    CheckReadEach(w, ip, access, at);
}

void CheckShadowedWrite(Warp& w, const ExecInstr* ip, const Access& access, const Addresses& at,
                        StoredBits bits) {
  if (TryWriteRun(w, ip->site, access, at)) return;
  const bool apart = AreApart(access, at);
  const bool may_meet_log = !at.allocation || MayMeetLog(w, access, at, *at.allocation->shadow);
  const Storing store{w, ip, access, at, bits, may_meet_log};
  Findings found;
  LaneMask done = 0;
  TIRX_SIM_ACTIVE(lane, at.mask) {
    Shadow* shadow = HasLane(done, lane) ? nullptr : ShadowOf(w, at, lane);
    if (!shadow) continue;
    const LaneMask together = apart ? LaneMask(1) << lane : Together(at, lane);
    done |= together;
    StoreLane(store, lane, together, *shadow, found);
    shadow->NoteChange(w.clock);
  }
  ReportFindings(w, ip->site, found, Deed::Write, [&](int lane) { return ElementText(w, access, lane); });
}

}  // namespace tirx::sim
