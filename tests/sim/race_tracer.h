// SPDX-License-Identifier: Apache-2.0
// What a random program does, in the order in which the simulator runs it (sim/schedule.h): units one after
// another, or all at once in a cooperative launch; in each the blocks, and in each of those the warps, until
// they wait.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "race_oracle.h"
#include "random_program.h"

namespace tirx::sim {

class Tracer {
 public:
  explicit Tracer(const RandomProgram& random)
      : random_(random),
        lanes_(random.warp_lanes()),
        blocks_(size_t(random.blocks)),
        clusters_(size_t(random.blocks / random.cluster), GroupCount{random.cluster * random.warps}),
        grid_{random.blocks * random.warps} {
    for (BlockState& block : blocks_) block.warps.resize(size_t(random.warps));
  }

  std::vector<TraceEvent> Trace() {
    const int units = int(clusters_.size());
    std::vector<int> running;
    int next = 0;
    while (next < units || !running.empty()) {
      if (running.empty()) running.push_back(next++);
      while (random_.cooperative && next < units) running.push_back(next++);
      only_waits_ = true;
      for (int unit : running)
        for (int i = 0; i < random_.cluster; ++i) RunBlock(unit * random_.cluster + i);
      std::erase_if(running, [&](int unit) { return UnitEnded(unit); });
      if (only_waits_ && next < units) running.push_back(next++);
    }
    return trace_;
  }

 private:
  struct WarpState {
    size_t next = 0;  // step
    bool at_barrier = false, has_come = false;
    bool waits_for_half = false;
    int cluster_round = 0, grid_round = 0;  // that it has come to
  };
  struct BlockState {
    std::vector<WarpState> warps;
  };
  // A barrier of several blocks.
  struct GroupCount {
    int warps, came = 0, rounds = 0;  // rounds that are complete
    void Come() {
      if (++came < warps) return;
      came = 0;
      ++rounds;
    }
  };

  bool Ended(const WarpState& w) const { return w.next == random_.steps.size(); }
  bool UnitEnded(int unit) const {
    for (int i = 0; i < random_.cluster; ++i)
      for (const WarpState& w : blocks_[size_t(unit * random_.cluster + i)].warps)
        if (!Ended(w)) return false;
    return true;
  }

  void RunBlock(int block) {
    std::vector<WarpState>& warps = blocks_[size_t(block)].warps;
    bool all_stand = true, some_stand = false;
    for (size_t i = 0; i < warps.size(); ++i) {
      WarpState& w = warps[i];
      if (!Ended(w) && !w.at_barrier) {
        while (!Ended(w) && !w.at_barrier && RunStep(block, int(i), w)) ++w.next;
        only_waits_ &= !Ended(w) && !w.at_barrier;
      }
      all_stand &= Ended(w) || w.at_barrier;
      some_stand |= w.at_barrier;
    }
    if (!all_stand || !some_stand) return;
    Meet(block, 0, random_.threads());
    for (WarpState& w : warps)
      if (w.at_barrier) ++w.next, w.at_barrier = false;
  }

  // False when the warp must wait at the step.
  bool RunStep(int block, int warp, WarpState& w) {
    const Step& step = random_.steps[w.next];
    const int unit = block / random_.cluster;
    switch (step.kind) {
      case Step::Block:
        w.at_barrier = true;
        return false;
      case Step::Warp:
        return MeetSubgroup(block, warp, w);
      case Step::HalfWarp:
        Meet(block, warp * lanes_, lanes_ / 2);
        return true;
      case Step::Cluster:
      case Step::Arrive:
      case Step::Wait:
        return Group(step.kind, block, warp, 1 + unit, clusters_[size_t(unit)], w.cluster_round, w);
      case Step::Grid:
        return Group(step.kind, block, warp, 0, grid_, w.grid_round, w);
      default:
        Lanes(block, warp, int(w.next));
        return true;
    }
  }

  // Of a subgroup of two warps, the one that comes first waits for the other.
  bool MeetSubgroup(int block, int warp, WarpState& w) {
    std::vector<WarpState>& warps = blocks_[size_t(block)].warps;
    const size_t other = size_t(warp ^ 1);
    const bool halves = random_.subgroup > lanes_ && other < warps.size();
    if (!halves) {
      Meet(block, warp * lanes_, lanes_);
      return true;
    }
    if (warps[other].next < w.next || (warps[other].next == w.next && !warps[other].waits_for_half)) {
      w.waits_for_half = true;
      return false;
    }
    if (warps[other].next == w.next) Meet(block, (warp & ~1) * lanes_, 2 * lanes_);
    if (warps[other].next == w.next) ++warps[other].next, warps[other].waits_for_half = false;
    return true;
  }

  bool Group(Step::Kind kind, int block, int warp, int barrier, GroupCount& group, int& round, WarpState& w) {
    if (kind != Step::Wait && !w.has_come) {
      w.has_come = true;
      Meet(block, warp * lanes_, lanes_);
      Emit(TraceEvent::Come, block, warp * lanes_, lanes_, barrier * 1000 + ++round);
      group.Come();
    }
    if (kind == Step::Arrive) return true;
    if (round > group.rounds) return false;
    w.has_come = false;
    Emit(TraceEvent::Learn, block, warp * lanes_, lanes_, barrier * 1000 + round);
    return true;
  }

  void Emit(TraceEvent::Kind kind, int block, int first, int count, int round) {
    TraceEvent event{.kind = kind};
    for (int i = 0; i < count; ++i) event.threads.push_back(block * random_.threads() + first + i);
    event.round = round;
    trace_.push_back(event);
  }
  void Meet(int block, int first, int count) { Emit(TraceEvent::Sync, block, first, count, 0); }

  int FirstCell(const Step& step, int block) const {
    if (step.place == Place::Global) return 0;
    const int first = block / random_.cluster * random_.cluster;
    const int rank = (block - first + (step.place == Place::Neighbour)) % random_.cluster;
    return 1000 * (1 + first + rank);
  }

  void Lanes(int block, int warp, int index) {
    const Step& step = random_.steps[size_t(index)];
    const int subgroup = block * kMostThreads + warp * lanes_ / random_.subgroup;
    std::vector<TraceEvent> events;
    for (int thread = warp * lanes_; thread < (warp + 1) * lanes_; ++thread) {
      if (!IsActive(step.mask, thread)) continue;
      TraceEvent event{.kind = step.kind == Step::Load     ? TraceEvent::Read
                               : step.kind == Step::Store  ? TraceEvent::Write
                               : step.kind == Step::Update ? TraceEvent::Atomic
                                                           : TraceEvent::Fence,
                       .thread = block * random_.threads() + thread};
      event.cell = CellOf(step.pattern, thread) + step.offset + FirstCell(step, block);
      event.value = step.one_value ? thread / random_.subgroup : thread;
      event.instruction = subgroup * int(random_.steps.size()) + index;
      event.site = index + 1;
      event.block_scope = step.block_scope;
      events.push_back(event);
    }
    // A read of what nobody has written is reported as that, and does not count otherwise.
    for (const TraceEvent& event : events)
      if (event.kind != TraceEvent::Read || step.place == Place::Global || written_.count(event.cell))
        trace_.push_back(event);
    for (const TraceEvent& event : events)
      if (event.kind == TraceEvent::Write || event.kind == TraceEvent::Atomic) {
        written_.insert(event.cell);
        only_waits_ = false;
      }
  }

  const RandomProgram& random_;
  const int lanes_;  // of a warp
  std::vector<BlockState> blocks_;
  std::vector<GroupCount> clusters_;
  GroupCount grid_;
  bool only_waits_ = true;  // in this turn nobody has changed memory, ended or come to the block's barrier
  std::vector<TraceEvent> trace_;
  std::set<int> written_;
};

}  // namespace tirx::sim
