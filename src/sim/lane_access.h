// SPDX-License-Identifier: Apache-2.0
// One lane's access of some cells against everybody else's: what is found, and how it is reported. Internal
// to the access checks.
#pragma once

#include "sim/order.h"
#include "sim/shadow.h"

namespace tirx::sim {

enum class Deed : uint8_t { Read, Write, Update };

// What an access found to be wrong. Of races the first one is kept.
struct Findings {
  LaneMask unwritten = 0, races = 0, conflicts = 0;
  Stamp other = 0;
  Deed other_did = Deed::Read;
  int first_conflict = 0;  // the lane whose value differs from that of the first lane in `conflicts`

  void AddRace(int lane, Stamp stamp, Deed did) {
    if (!races) {
      other = did == Deed::Update ? stamp & ~kGroupBit : stamp;
      other_did = did;
    }
    races |= LaneMask(1) << lane;
  }
};

// A lane's access of a stretch of cells.
struct LaneAccess {
  Warp& w;
  Shadow& shadow;
  int lane;
  size_t first, last;  // cells

  LaneAccess(Warp& w, Shadow& shadow, int lane, uint64_t address, uint64_t bytes)
      : w(w),
        shadow(shadow),
        lane(lane),
        first(shadow.CellOf(address)),
        last(shadow.CellOf(address + bytes - 1)) {
    shadow.Touch(first);
    shadow.Touch(last);
  }

  const BlockClocks& clocks() const { return w.block->clocks; }
  Stamp Mine(uint32_t site) const { return w.StampOf(lane, site); }
  // Whether the stamp is of an access that can be unordered with this one.
  bool Counts(Stamp stamp) const {
    return stamp != 0 && (!shadow.shared || ClockOf(stamp) >= clocks().resident);
  }

  bool IsWritten() const {
    for (size_t cell = first; cell <= last; ++cell)
      if (shadow.shared && ClockOf(shadow.writes[cell]) < clocks().resident) return false;
    return true;
  }

  void AgainstPairs(AccessPairs& pairs, size_t cell, Deed did, Findings& found) const {
    if (!pairs) return;
    for (const Stamp kept : {pairs.latest[cell], pairs.other[cell]}) {
      const Stamp stamp = did == Deed::Update ? kept & ~kGroupBit : kept;
      if (Counts(stamp) && !Knows(w, lane, stamp, Members::All)) found.AddRace(lane, stamp, did);
    }
  }
  // Atomics of this device are ordered among themselves; those of a block only within it.
  void AgainstAtomics(size_t cell, bool block_scope, Findings& found) const {
    if (!shadow.atomics) return;
    for (const Stamp kept : {shadow.atomics.latest[cell], shadow.atomics.other[cell]}) {
      const Stamp stamp = kept & ~kGroupBit;
      const bool same_block = clocks().Has(ClockOf(stamp));
      if (!Counts(stamp) || same_block || !(block_scope || IsGroup(kept))) continue;
      if (!Knows(w, lane, stamp, Members::All)) found.AddRace(lane, stamp, Deed::Update);
    }
  }

  void CheckRead(Findings& found) const {
    for (size_t cell = first; cell <= last; ++cell) {
      const Stamp stamp = shadow.writes[cell];
      if (Counts(stamp) && !Knows(w, lane, stamp, Members::Any)) found.AddRace(lane, stamp, Deed::Write);
      AgainstPairs(shadow.atomics, cell, Deed::Update, found);
    }
  }
  void NoteRead(Stamp mine) const {
    for (size_t cell = first; cell <= last; ++cell) shadow.Note(shadow.reads, cell, mine, clocks());
  }
  void Mark(size_t cell, Stamp stamp) const {
    if (shadow.unwritten && shadow.shared)
      shadow.unwritten -= ClockOf(shadow.writes[cell]) < clocks().resident;
    shadow.writes.Set(cell, stamp);
  }
};

diag::Diagnostic DescribeRace(const Warp& w, uint32_t site, const Findings& found, Deed did,
                              const std::string& element);

// False when the two have been reported the other way round.
bool IsNewRace(Machine& m, uint32_t site, uint32_t other);

// Reports what was found; `name(lane)` says what is accessed.
template <class Name>
void ReportFindings(Warp& w, uint32_t site, const Findings& found, Deed did, Name&& name) {
  if (!(found.unwritten | found.conflicts | found.races)) return;
  Machine& m = *w.machine;
  m.Report(DK::SimUninitialised, w, site, found.unwritten,
           [&](int lane) { return diag::Make(DK::SimUninitialised, m.SpanOf(site), {name(lane)}); });
  m.Report(DK::SimStoreConflict, w, site, found.conflicts, [&](int lane) {
    return diag::Make(
        DK::SimStoreConflict, m.SpanOf(site),
        {name(lane), Text(m.PlaceOf(w, lane).thread), Text(m.PlaceOf(w, found.first_conflict).thread)});
  });
  if (!found.races || !IsNewRace(m, site, SiteOf(found.other))) return;
  m.Report(DK::SimRace, w, site, found.races,
           [&](int lane) { return DescribeRace(w, site, found, did, name(lane)); });
}

}  // namespace tirx::sim
