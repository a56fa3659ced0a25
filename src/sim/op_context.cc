// SPDX-License-Identifier: Apache-2.0
#include "sim/op_context.h"

#include "sim/access_check.h"
#include "sim/order.h"

namespace tirx::sim {

int OpContext::lanes() const {
  return call_.lanes;
}
LaneMask OpContext::mask() const {
  return warp_.mask;
}
LaneMask OpContext::live() const {
  return warp_.live;
}
std::string_view OpContext::name() const {
  return call_.name;
}

int OpContext::arg_count() const {
  return int(call_.args.size());
}
Type OpContext::arg_type(int index) const {
  return call_.args[size_t(index)].type;
}
Type OpContext::result_type() const {
  return call_.result.type;
}
bool OpContext::result_used() const {
  return call_.result.used;
}
const void* OpContext::ArgData(int index) const {
  if (gathered_) return gathered_->args[size_t(index)].data();
  return warp_.At<char>(call_.args[size_t(index)].reg);
}
bool OpContext::ArgIsVector(int index) const {
  return gathered_ || call_.args[size_t(index)].vector;
}
void* OpContext::ResultData() {
  TIRX_CHECK(call_.result.used, "the result of `" + call_.name + "` has no register");
  if (gathered_) return gathered_->result.data();
  return warp_.At<char>(call_.result.reg);
}

namespace {
const OpAttribute* FindAttribute(const OpCall& call, std::string_view name) {
  for (const OpAttribute& attribute : call.attributes)
    if (attribute.name == name) return &attribute;
  return nullptr;
}
}  // namespace

bool OpContext::HasAttribute(std::string_view name) const {
  return FindAttribute(call_, name) != nullptr;
}
int64_t OpContext::IntAttribute(std::string_view name, int64_t otherwise) const {
  const OpAttribute* found = FindAttribute(call_, name);
  return found ? found->number : otherwise;
}
std::string_view OpContext::TextAttribute(std::string_view name, std::string_view otherwise) const {
  const OpAttribute* found = FindAttribute(call_, name);
  return found ? std::string_view(found->text) : otherwise;
}

const NumericMode& OpContext::mode() const {
  return warp_.machine->mode;
}
const Dim3& OpContext::block_index() const {
  return warp_.block->index;
}
const Block& OpContext::block() const {
  return *warp_.block;
}
const Dim3& OpContext::cluster_dim() const {
  return warp_.machine->cluster;
}
const Dim3& OpContext::grid_dim() const {
  return warp_.machine->grid;
}
const Dim3& OpContext::block_dim() const {
  return warp_.machine->block;
}
uint32_t OpContext::LinearThread(int lane) const {
  return warp_.ThreadOf(lane);
}

void OpContext::BlockBarrier() {
  if (!RequireWholeWarp()) return;
  warp_.state = WarpState::AtBarrier;
  warp_.barrier_site = site_;
}

bool OpContext::RequireWholeWarp() {
  Machine& m = *warp_.machine;
  if (warp_.mask == warp_.live) return true;
  m.Report(DK::SimDivergentBarrier, warp_, site_, warp_.mask, [&](int) {
    auto diagnostic =
        diag::Make(DK::SimDivergentBarrier, m.SpanOf(site_),
                   {std::to_string(CountLanes(warp_.mask)), std::to_string(CountLanes(warp_.live))});
    ThreadPlace absent = m.PlaceOf(warp_, FirstLane(warp_.live & ~warp_.mask));
    return std::move(diagnostic).WithNote(Span(), "thread " + Text(absent.thread) + " does not reach it");
  });
  m.ending = true;
  warp_.state = WarpState::Stopped;
  return false;
}

namespace {

// What all that have come did before comes before what each of the waiting warps does next.
void Complete(Block& block, Meeting& meeting) {
  meeting.Complete();
  for (size_t id = 0; id < meeting.warps.size(); ++id)
    if (meeting.warps[id].waited) block.warps[id].known.Join(meeting.before);
}

}  // namespace

void OpContext::Come(Meeting& meeting) {
  ++warp_.machine->comings;
  if (meeting.threads == 0) meeting.before.Begin(warp_.known.block);
  meeting.threads += uint32_t(warp_.machine->LanesOfWarp());  // it counts as a whole (PTX ISA, "bar")
  SyncWarp(warp_);
  meeting.before.Join(warp_.known);
}

const Meeting* OpContext::MeetBlock(uint64_t word) {
  if (!RequireWholeWarp()) return nullptr;
  Meeting& meeting = warp_.block->meetings[kBlockMeeting];
  Meeting::Place& self = meeting.Of(warp_.id);
  if (!self.released) {
    if (!self.inside) Come(meeting);
    self.inside = true;
    self.coming = word;
    for (const Warp& other : warp_.block->warps)
      if (other.live && (size_t(other.id) >= meeting.warps.size() || !meeting.warps[size_t(other.id)].inside))
        return Wait(), nullptr;
    Complete(*warp_.block, meeting);
  }
  self.released = false;
  return &meeting;
}

bool OpContext::ComeAs(Meeting& meeting, uint32_t threads) {
  if (threads == 0 || threads % uint32_t(subgroup_size()) != 0) {
    ReportBadOperand(warp_.mask, std::to_string(threads) + " threads; it takes a multiple of " +
                                     std::to_string(subgroup_size()));
    return false;
  }
  if (meeting.threads == 0) meeting.expected = threads;
  if (meeting.expected != threads) {
    ReportBadOperand(warp_.mask, std::to_string(threads) + " threads, where another warp waits for " +
                                     std::to_string(meeting.expected));
    return false;
  }
  Come(meeting);
  return true;
}

void OpContext::MeetAt(int number, uint32_t threads) {
  if (!RequireWholeWarp()) return;
  Meeting& meeting = warp_.block->meetings[number];
  Meeting::Place& self = meeting.Of(warp_.id);
  if (!self.released) {
    if (!self.inside) {
      if (!ComeAs(meeting, threads)) return;
      self.inside = true;
      if (meeting.threads >= meeting.expected) Complete(*warp_.block, meeting);
    }
    if (!self.released) return Wait();
  }
  self.released = false;
}

void OpContext::ArriveAt(int number, uint32_t threads) {
  if (!RequireWholeWarp()) return;
  Meeting& meeting = warp_.block->meetings[number];
  if (!ComeAs(meeting, threads)) return;
  if (meeting.threads >= meeting.expected) Complete(*warp_.block, meeting);
}

void OpContext::ComeToRound(GroupBarrier& barrier, uint32_t& last) {
  ++warp_.machine->comings;
  if (!barrier.coming) {
    barrier.coming = std::make_shared<BarrierRound>();
    barrier.coming->barrier = &barrier;
    barrier.coming->number = barrier.rounds + 1;
  }
  sim::ComeToGroup(warp_, *barrier.coming);
  last = barrier.rounds + 1;
  --barrier.missing;
  barrier.CompleteIfAllCame();
}

void OpContext::ComeToCluster() {
  if (!RequireWholeWarp()) return;
  GroupBarrier& barrier = warp_.block->cluster->barrier;
  if (warp_.cluster_waits)
    return ReportBadOperand(warp_.mask, "the warp has come to the barrier before and has not waited since");
  warp_.cluster_waits = true;
  ComeToRound(barrier, warp_.cluster_round);
}

void OpContext::WaitForCluster() {
  if (!RequireWholeWarp()) return;
  const GroupBarrier& barrier = warp_.block->cluster->barrier;
  if (!warp_.cluster_waits)
    return ReportBadOperand(warp_.mask, "the warp has not come to the barrier before");
  if (warp_.cluster_round > barrier.rounds) return Wait();
  warp_.cluster_waits = false;
  LearnRound(warp_, barrier.completed, false);
}

void OpContext::MeetCluster() {
  if (!warp_.cluster_meets) ComeToCluster();
  if (warp_.state == WarpState::Stopped) return;
  WaitForCluster();
  warp_.cluster_meets = warp_.cluster_waits;
}

void OpContext::MeetGrid() {
  Machine& m = *warp_.machine;
  if (!m.cooperative) {
    ReportBadOperand(warp_.mask,
                     "the launch is not cooperative: nobody promises that all blocks run at once");
    m.aborted = true;
    warp_.state = WarpState::Stopped;
    return;
  }
  if (!RequireWholeWarp()) return;
  if (!warp_.grid_waits) ComeToRound(m.grid_barrier, warp_.grid_round);
  warp_.grid_waits = warp_.grid_round > m.grid_barrier.rounds;
  if (warp_.grid_waits) return Wait();
  LearnRound(warp_, m.grid_barrier.completed, true);
}

void OpContext::NoteEffect() {
  ++warp_.machine->effects;
}

void OpContext::Trap(LaneMask lanes, std::string_view what) {
  if (!lanes) return;
  Machine& m = *warp_.machine;
  m.Report(DK::SimAssertion, warp_, site_, lanes,
           [&](int) { return diag::Make(DK::SimAssertion, m.SpanOf(site_), {what}); });
  m.aborted = true;
  warp_.state = WarpState::Stopped;
}

void OpContext::WarpBarrier(LaneMask expected) {
  LaneMask absent = expected & warp_.live & ~warp_.mask;
  if (absent) ReportAbsentLane(warp_.mask, FirstLane(absent));
  SyncLanes(warp_, expected & warp_.mask);
}

void OpContext::SubgroupBarrier() {
  const GroupMask absent = group_live() & ~group_mask();
  if (absent) ReportAbsentLane(group_mask(), FirstLane(absent));
  if (gathered_ && gathered_->halves[0] && gathered_->halves[1])
    return SyncHalves(*gathered_->halves[0], gathered_->halves[0]->mask, *gathered_->halves[1],
                      gathered_->halves[1]->mask);
  SyncLanes(warp_, warp_.mask);
}

void OpContext::Fence() {
  sim::Fence(warp_, warp_.mask);
}

void OpContext::Wait() {
  warp_.state = WarpState::Blocked;
}

void* OpContext::CheckedAddress(int lane, uint64_t address, int bytes, MemoryAccess access) {
  Machine& m = *warp_.machine;
  const LaneMask bit = LaneMask(1) << lane;
  Allocation* allocation = m.Find(warp_, address);
  if (!allocation || !allocation->Contains(address, address + uint64_t(bytes))) {
    m.Report(DK::SimOutOfAllocation, warp_, site_, bit, [&](int) {
      std::string what = "there is no memory at its address";
      if (allocation)
        what = std::to_string(bytes) + " bytes at byte offset " +
               std::to_string(address - allocation->begin) + " of `" + allocation->name + "`, which has " +
               std::to_string(allocation->end - allocation->begin) + " bytes";
      return diag::Make(DK::SimOutOfAllocation, m.SpanOf(site_), {call_.name, what});
    });
    return nullptr;
  }
  const OpPlace place{call_.name, *allocation, address, bytes};
  if (address % uint64_t(bytes) != 0) {
    m.Report(DK::SimMisaligned, warp_, site_, bit, [&](int) {
      return diag::Make(DK::SimMisaligned, m.SpanOf(site_),
                        {Text(place), std::to_string(address - allocation->begin), std::to_string(bytes)});
    });
    return nullptr;
  }
  switch (access) {
    case MemoryAccess::Read:
      CheckOpRead(warp_, lane, site_, place);
      break;
    case MemoryAccess::Write:
      CheckOpWrite(warp_, lane, site_, place);
      NoteEffect();
      break;
    case MemoryAccess::Atomic: {
      const bool block_scope = TextAttribute("scope", "device") == "block";
      CheckAtomic(warp_, lane, site_, place, block_scope);
      if (m.checks.races) SyncThroughAtomic(warp_, lane, address, block_scope);
      break;
    }
  }
  return reinterpret_cast<void*>(address);
}

void OpContext::ReportAbsentLane(GroupMask lanes, int source) {
  Machine& m = *warp_.machine;
  auto report = [&](const Warp& warp, LaneMask of_warp) {
    m.Report(DK::SimAbsentLane, warp, site_, of_warp, [&](int) {
      return diag::Make(DK::SimAbsentLane, m.SpanOf(site_), {call_.name, std::to_string(source)});
    });
  };
  if (!gathered_) return report(warp_, LaneMask(lanes));
  for (size_t half : {0, 1})
    if (const Warp* warp = gathered_->halves[half]) report(*warp, LaneMask(lanes >> (half * kLanes)));
}

void OpContext::ReportBadOperand(LaneMask lanes, std::string_view what) {
  Machine& m = *warp_.machine;
  m.Report(DK::SimBadOperand, warp_, site_, lanes, [&](int) {
    return diag::Make(DK::SimBadOperand, m.SpanOf(site_), {call_.name, what});
  });
}

}  // namespace tirx::sim
