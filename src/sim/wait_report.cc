// SPDX-License-Identifier: Apache-2.0
#include "sim/wait_report.h"

#include <algorithm>

#include "diag/suggest.h"

namespace tirx::sim {
namespace {

constexpr size_t kMostPlaces = 8;  // that a report lists

// Warps that wait at one place, or have ended.
struct Waiting {
  const Warp* first;
  uint32_t site;
  bool ended;
  size_t warps;
};

uint32_t SiteOf(const Warp& w) {
  return w.state == WarpState::AtBarrier ? w.barrier_site : w.ip->site;
}

std::vector<Waiting> WhoWaitsWhere(const std::vector<const Block*>& blocks, const Warp* but) {
  std::vector<Waiting> places;
  for (const Block* block : blocks) {
    for (const Warp& w : block->warps) {
      const bool ended = w.state == WarpState::Exited;
      auto same = [&](const Waiting& place) {
        return place.ended == ended && (ended || place.site == SiteOf(w));
      };
      auto found = std::find_if(places.begin(), places.end(), same);
      if (&w == but) continue;
      if (found == places.end())
        places.push_back({&w, ended ? 0 : SiteOf(w), ended, 1});
      else
        ++found->warps;
    }
  }
  return places;
}

std::string WarpText(const Warp& w, bool with_block) {
  const bool half = w.machine->subgroup > kLanes;
  std::string text = half ? "half " + std::to_string(w.id & 1) + " of " : "";
  text += "warp " + std::to_string(half ? w.id / 2 : w.id);
  return with_block ? text + " of block " + Text(w.block->index) : text;
}

const char* WhatTheyDo(const Waiting& place) {
  const bool one = place.warps == 1;
  if (place.ended) return one ? " has ended" : " have ended";
  if (place.first->state == WarpState::Ready) return one ? " runs here" : " run here";
  return one ? " waits here" : " wait here";
}

void AddPlaces(const Machine& m, const std::vector<const Block*>& blocks, const Warp* but,
               diag::Diagnostic* diagnostic) {
  const auto places = WhoWaitsWhere(blocks, but);
  for (size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) {
    const Waiting& place = places[i];
    std::string who = WarpText(*place.first, blocks.size() > 1);
    if (place.warps > 1) who += " and " + diag::Counted(place.warps - 1, "other");
    const Span where = place.ended ? Span() : m.SpanOf(place.site);
    diagnostic->notes.push_back({where, who + WhatTheyDo(place)});
  }
  if (places.size() > kMostPlaces)
    diagnostic->notes.push_back(
        {Span(), "and others at " + std::to_string(places.size() - kMostPlaces) + " more places"});
}

// Lanes that have left the loop that the others are in.
LaneMask LanesBehind(const Warp& w) {
  return w.mask && w.depth ? w.masks[w.depth - 1].saved & w.live & ~w.mask : 0;
}

// A warp that would go on for ever.
void ReportLoop(Machine& m, const Warp& w, diag::Diagnostic diagnostic) {
  std::vector<const Block*> running;
  for (const StartedBlock& block : m.started)
    if (block.running && !block.running->ended) running.push_back(block.running);
  m.Report(diagnostic.kind, w, w.ip->site, w.mask ? w.mask : w.live, [&](int) {
    if (const LaneMask waiting = LanesBehind(w))
      diagnostic.notes.push_back(
          {Span(), "thread " + Text(m.PlaceOf(w, FirstLane(waiting)).thread) +
                       " of the same warp waits behind the loop for those in it: they must not wait for "
                       "what it does there"});
    AddPlaces(m, running, &w, &diagnostic);
    return std::move(diagnostic);
  });
  m.aborted = true;
}

}  // namespace

void ReportBudget(Machine& m, const Warp& w) {
  ReportLoop(m, w, diag::Make(DK::SimStepBudget, m.SpanOf(w.ip->site), {std::to_string(m.step_budget)}));
}

void ReportEndless(Machine& m, const Warp& w) {
  ReportLoop(m, w, diag::Make(DK::SimEndless, m.SpanOf(w.ip->site)));
}

void ReportMismatch(Machine& m, const Warp& waits, const Warp& other) {
  const uint32_t site = waits.barrier_site;
  m.Report(DK::SimBarrierMismatch, waits, site, waits.mask, [&](int) {
    auto diagnostic = diag::Make(DK::SimBarrierMismatch, m.SpanOf(site));
    const std::string thread = "thread " + Text(m.PlaceOf(other, 0).thread);
    if (other.state == WarpState::Exited)
      return std::move(diagnostic).WithNote(Span(), thread + " has come to the end without it");
    return std::move(diagnostic).WithNote(m.SpanOf(other.barrier_site), thread + " waits here");
  });
  m.ending = true;
}

void ReportDeadlock(Machine& m, const std::vector<const Block*>& blocks) {
  const Warp* first = nullptr;
  for (const Block* block : blocks)
    for (const Warp& w : block->warps)
      if (!first && w.state == WarpState::Blocked) first = &w;
  const char* whole = m.cooperative ? "grid" : blocks.size() > 1 ? "cluster" : "block";
  m.Report(DK::SimDeadlock, *first, SiteOf(*first), first->mask, [&](int) {
    auto diagnostic = diag::Make(DK::SimDeadlock, m.SpanOf(SiteOf(*first)), {whole});
    AddPlaces(m, blocks, first, &diagnostic);
    return diagnostic;
  });
  m.aborted = true;
}

}  // namespace tirx::sim
