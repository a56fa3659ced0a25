// SPDX-License-Identifier: Apache-2.0
// Accesses that operations make lane by lane: atomics and the like.
#include "sim/access_check.h"
#include "sim/lane_access.h"

namespace tirx::sim {
namespace {

constexpr const char* kDeeds[] = {"read", "written", "updated atomically"};

std::string ThreadText(const Machine& m, const Warp& w, Stamp stamp) {
  const ThreadPlace place = m.PlaceOf(stamp);
  std::string text = "thread " + Text(place.thread);
  return w.block->clocks.Has(ClockOf(stamp)) ? text : text + " of block " + Text(place.block);
}

// What two threads that nothing orders should do about it.
const char* AdviceFor(Deed did, Deed other) {
  return did == Deed::Update && other == Deed::Update
             ? "an atomic of `scope=\"block\"` is one for its own block only: leave the scope out"
             : "put a barrier between them, or make both atomic";
}

// Says whether something was there.
bool Finish(Warp& w, int lane, uint32_t site, const LaneAccess& access, Deed did, const Findings& before,
            const OpPlace& place) {
  Findings found = before;
  const bool written = did == Deed::Write || access.IsWritten();
  if (!written) {
    found.unwritten = LaneMask(1) << lane;
    for (size_t cell = access.first; cell <= access.last; ++cell)
      access.Mark(cell, MakeStamp(w.block->clocks.first, kSettledAgent, 0, site));
  }
  ReportFindings(w, site, found, did, [&](int) { return Text(place); });
  return written;
}

}  // namespace

std::string Text(const OpPlace& place) {
  return std::string(place.op) + "` at byte offset " +
         std::to_string(place.address - place.allocation.begin) + " of `" + place.allocation.name;
}

bool IsNewRace(Machine& m, uint32_t site, uint32_t other) {
  if (site != other && m.races.count({other, site})) return false;
  m.races.insert({site, other});
  return true;
}

diag::Diagnostic DescribeRace(const Warp& w, uint32_t site, const Findings& found, Deed did,
                              const std::string& element) {
  const Machine& m = *w.machine;
  const std::string who = ThreadText(m, w, found.other), deed = kDeeds[int(found.other_did)];
  auto diagnostic = diag::Make(DK::SimRace, m.SpanOf(site),
                               {element, kDeeds[int(did)], deed, who, AdviceFor(did, found.other_did)});
  if (SiteOf(found.other) == kUnknownSite) return diagnostic;
  return std::move(diagnostic).WithNote(m.SpanOf(SiteOf(found.other)), who + ": " + deed + " here");
}

bool CheckAtomic(Warp& w, int lane, uint32_t site, const OpPlace& place, bool block_scope) {
  if (!place.allocation.shadow) return true;
  Shadow& shadow = *place.allocation.shadow;
  const Machine& m = *w.machine;
  NoteVisit(w, lane, site, shadow);
  const LaneAccess update(w, shadow, lane, place.address, uint64_t(place.bytes));
  Findings found;
  if (m.checks.races) {
    shadow.Flush();
    for (size_t cell = update.first; cell <= update.last; ++cell) {
      const Stamp stamp = shadow.writes[cell];
      if (update.Counts(stamp) && !Knows(w, lane, stamp, Members::All))
        found.AddRace(lane, stamp, Deed::Write);
      update.AgainstPairs(shadow.reads, cell, Deed::Read, found);
      update.AgainstAtomics(cell, block_scope, found);
      shadow.Note(shadow.atomics, cell, update.Mine(site) | (block_scope ? kGroupBit : 0), w.block->clocks);
    }
    shadow.NoteChange(w.clock);
  }
  return Finish(w, lane, site, update, Deed::Update, found, place);
}

bool CheckOpRead(Warp& w, int lane, uint32_t site, const OpPlace& place) {
  if (!place.allocation.shadow) return true;
  NoteVisit(w, lane, site, *place.allocation.shadow);
  const LaneAccess read(w, *place.allocation.shadow, lane, place.address, uint64_t(place.bytes));
  Findings found;
  if (w.machine->checks.races) {
    read.CheckRead(found);
    read.NoteRead(read.Mine(site));
    place.allocation.shadow->last_read = w.clock;
  }
  return Finish(w, lane, site, read, Deed::Read, found, place);
}

void CheckOpWrite(Warp& w, int lane, uint32_t site, const OpPlace& place) {
  if (!place.allocation.shadow) return;
  Shadow& shadow = *place.allocation.shadow;
  NoteVisit(w, lane, site, shadow);
  const LaneAccess write(w, shadow, lane, place.address, uint64_t(place.bytes));
  Findings found;
  shadow.Flush();
  for (size_t cell = write.first; cell <= write.last; ++cell) {
    const Stamp stamp = shadow.writes[cell];
    if (w.machine->checks.races) {
      if (write.Counts(stamp) && !Knows(w, lane, stamp, Members::All))
        found.AddRace(lane, stamp, Deed::Write);
      write.AgainstPairs(shadow.reads, cell, Deed::Read, found);
      write.AgainstPairs(shadow.atomics, cell, Deed::Update, found);
    }
    write.Mark(cell, write.Mine(site));
  }
  shadow.NoteChange(w.clock);
  Finish(w, lane, site, write, Deed::Write, found, place);
}

}  // namespace tirx::sim
