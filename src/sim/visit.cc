// SPDX-License-Identifier: Apache-2.0
// Accesses of another block's shared memory, which lasts as long as that block runs: its end must come after
// them.
#include <algorithm>

#include "sim/access_check.h"

namespace tirx::sim {
namespace {

void ReportGone(Warp& w, uint32_t site, LaneMask lanes, const Block& owner) {
  Machine& m = *w.machine;
  m.Report(DK::SimBlockGone, w, site, lanes,
           [&](int) { return diag::Make(DK::SimBlockGone, m.SpanOf(site), {Text(owner.index)}); });
}

// Whether some warp of the block knew of the access before it ended.
bool Knew(const Block& block, uint32_t visitor, Stamp stamp) {
  return std::any_of(block.warps.begin(), block.warps.end(), [&](const Warp& w) {
    return w.known.Covers(visitor, AgentOf(stamp), LaneOf(stamp), ClockOf(stamp));
  });
}

}  // namespace

void NoteVisit(Warp& w, int lane, uint32_t site, Shadow& shadow) {
  if (!shadow.shared || shadow.owner == w.block) return;
  shadow.visited = true;
  shadow.NoteChange(kMaxClock);
  Block& owner = *shadow.owner;
  if (owner.ended) return ReportGone(w, site, LaneMask(1) << lane, owner);
  const Stamp stamp = w.StampOf(lane, site);
  auto same_warp = [&](Stamp visit) {
    return w.block->clocks.Has(ClockOf(visit)) && &w.block->WarpOf(visit) == &w;
  };
  auto found = std::find_if(owner.visits.begin(), owner.visits.end(), same_warp);
  if (found != owner.visits.end())
    *found = stamp;
  else
    owner.visits.push_back(stamp);
}

void CheckVisits(Block& ended) {
  for (const Stamp visit : ended.visits) {
    const Machine& m = *ended.warps[0].machine;
    const uint32_t visitor = m.BlockOf(ClockOf(visit));
    if (Knew(ended, visitor, visit)) continue;
    Warp& w = m.started[visitor].running->WarpOf(visit);
    ReportGone(w, SiteOf(visit), LaneMask(1) << (LaneOf(visit) - w.first_lane), ended);
  }
}

}  // namespace tirx::sim
