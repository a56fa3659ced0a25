// SPDX-License-Identifier: Apache-2.0
#include "sim/schedule.h"

#include <algorithm>
#include <tuple>

#include "base/interrupt.h"
#include "sim/access_check.h"
#include "sim/order.h"
#include "sim/repetition.h"
#include "sim/wait_report.h"

namespace tirx::sim {
namespace {

// Steps that a warp takes before others have a turn: it may be spinning until one of them has done something.
// Fewer where other blocks run too, which it may wait for.
constexpr uint64_t kLongTurn = 1 << 16, kShortTurn = 1 << 12;
// After a fault that ends the kernel: for what else is wrong. A warp may spin until one has done something
// that has been stopped.
constexpr uint64_t kLastTurn = 1 << 20;

// Takes up to `most` steps; fewer where the warp comes back to where it was when it began. Says how many.
uint64_t RunWatched(Warp& w, const ExecInstr*& ip, uint64_t most) {
  const ExecInstr* start = ip;
  const WarpImage image(w);
  uint64_t taken = 0;
  while (ip && taken < most && !w.quiet.repeats) {
    ip = ip->handler(w, ip);
    ++taken;
    w.quiet.repeats = ip == start && image.Shows(w) && w.quiet.since == w.machine->Changes();
  }
  return taken;
}

// Runs the warp until it stops by itself, has had its turn, or has used up its steps. Says whether it would
// go on.
bool RunWarp(Machine& m, Warp& w, uint64_t turn) {
  w.state = WarpState::Ready;
  const ExecInstr* ip = w.ip;
  const uint64_t left = std::min(m.step_budget - w.steps, turn);
  uint64_t taken = 0;
  if (IsToBeWatched(w)) taken = RunWatched(w, ip, left);
  if (!w.quiet.repeats)  // else it stays as it is until something has changed
    for (; ip && taken < left; ++taken) ip = ip->handler(w, ip);
  w.steps += taken;
  m.steps += taken;
  if (!ip) return false;
  w.ip = ip;
  return true;
}

// All warps of the block that run wait at its barrier: they go on, if it is the same one. Threads that have
// returned early are not waited for (CUDA C++ Programming Guide, "Independent Thread Scheduling": non-exited
// threads); those that have come to the end by another way than through the barrier are a mistake.
void ReleaseBarrier(Machine& m, Block& block) {
  const Warp* first = nullptr;
  for (const Warp& w : block.warps)
    if (!first && w.state == WarpState::AtBarrier) first = &w;
  for (const Warp& w : block.warps) {
    const bool elsewhere = w.state == WarpState::AtBarrier && w.barrier_site != first->barrier_site;
    if (elsewhere || (w.state == WarpState::Exited && w.ran_to_end)) return ReportMismatch(m, *first, w);
  }
  for (Warp& w : block.warps)
    if (w.state == WarpState::AtBarrier) w.state = WarpState::Ready;
  ++m.comings;
  SyncBlock(block);
}

}  // namespace

std::pair<uint64_t, uint64_t> UnitQueue::Take() {
  if (machines_ == 1) return {next_.exchange(units_), units_};
  uint64_t first = next_, count = 0;
  do {
    const uint64_t left = units_ - first;
    count = std::min(left, std::max(left / (2 * machines_), units_ / (16 * machines_) + 1));
  } while (!next_.compare_exchange_weak(first, first + count));
  return {first, first + count};
}

Schedule::Schedule(Machine& m, uint64_t dynamic_smem_bytes, UnitQueue& queue)
    : m_(m), dynamic_smem_bytes_(dynamic_smem_bytes), queue_(queue) {}

bool Schedule::HasNext() {
  if (next_ == end_) std::tie(next_, end_) = queue_.Take();
  return next_ != end_;
}

void Schedule::Run() {
  RunUnits();
  CountShared();
}

// Places of blocks are kept, and shadows only grow: what there is at the end is the most there was.
void Schedule::CountShared() {
  for (const auto* units : {&running_, &free_})
    for (const auto& unit : *units)
      for (const auto& block : unit->blocks) {
        m_.shared_bytes += block->memory.Bytes();
        for (const auto& shadow : block->memory.shadows()) m_.shadow_bytes += shadow->Bytes();
      }
}

void Schedule::RunUnits() {
  if (m_.cooperative) StartAll();
  while (!m_.aborted && !(m_.stop && *m_.stop)) {
    if (running_.empty() && !HasNext()) return;
    if (running_.empty()) StartNext();
    const bool only_waits = RunTurn();
    if (m_.aborted) return;
    if (Interrupted()) {
      m_.aborted = true;
      return;
    }
    FindDeadlock();
    RetireUnits();
    if (only_waits && HasNext())
      StartNext();
    else if (only_waits && !m_.aborted)
      FindEndless();
  }
}

void Schedule::StartAll() {
  m_.grid_barrier.running = m_.grid_barrier.missing = size_t(m_.grid.Count()) * m_.WarpsOfBlock();
  while (HasNext()) StartNext();
}

void Schedule::StartNext() {
  if (free_.empty()) {
    auto unit = std::make_unique<Unit>();
    for (uint64_t i = 0; i < m_.cluster.Count(); ++i) {
      unit->blocks.push_back(MakeBlock(m_, dynamic_smem_bytes_));
      unit->cluster.blocks.push_back(unit->blocks.back().get());
      unit->blocks.back()->cluster = &unit->cluster;
      unit->blocks.back()->rank = uint32_t(i);
    }
    free_.push_back(std::move(unit));
  }
  StartUnit(*free_.back(), next_++);
  running_.push_back(std::move(free_.back()));
  free_.pop_back();
}

void Schedule::StartUnit(Unit& unit, uint64_t number) {
  const Dim3 cluster = m_.cluster, grid = m_.grid;
  const Dim3 place = Unfold(number, {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z});
  const uint32_t clocks = uint32_t(kMaxClock / (m_.grid.Count() + 1));
  unit.cluster.barrier = GroupBarrier();
  unit.cluster.barrier.running = unit.cluster.barrier.missing =
      unit.blocks.size() * unit.blocks[0]->warps.size();
  uint32_t resident = 0;
  for (auto& block : unit.blocks) {
    const Dim3 in_cluster = Unfold(block->rank, cluster);
    StartBlock(m_, *block,
               {place.x * cluster.x + in_cluster.x, place.y * cluster.y + in_cluster.y,
                place.z * cluster.z + in_cluster.z},
               clocks, resident);
    resident = block->clocks.resident;
  }
}

bool Schedule::RunTurn() {
  const uint64_t turn = running_.size() == 1 ? kLongTurn : kShortTurn;
  const uint64_t effects = m_.effects;
  bool only_waits = true;
  for (auto& unit : running_) {
    unit->moved = false;
    for (auto& block : unit->blocks)
      if (!block->ended && !m_.aborted) RunBlock(*unit, *block, turn, &only_waits);
    if (m_.aborted) return false;
  }
  m_.aborted = m_.ending;
  return only_waits && effects == m_.effects;
}

void Schedule::RunBlock(Unit& unit, Block& block, uint64_t turn, bool* only_waits) {
  size_t ended = 0, at_barrier = 0;
  for (Warp& w : block.warps) {
    if (w.state == WarpState::Ready || w.state == WarpState::Blocked) {
      const uint64_t before = w.steps;
      const bool goes_on = RunWarp(m_, w, m_.ending ? kLastTurn : turn);
      if (m_.aborted) return;
      if (goes_on && w.steps >= m_.step_budget && !m_.ending) return ReportBudget(m_, w);
      unit.moved |= w.state != WarpState::Blocked || w.steps > before + 1;
      *only_waits &= goes_on || w.state == WarpState::Blocked;
      if (w.state == WarpState::Exited) EndWarp(w);
    }
    ended += w.state == WarpState::Exited;
    at_barrier += w.state == WarpState::AtBarrier;
  }
  if (ended == block.warps.size())
    EndBlock(block);
  else if (ended + at_barrier == block.warps.size()) {
    ReleaseBarrier(m_, block);
    unit.moved = true;
  }
}

// A cluster's barrier does not wait for threads that have ended (PTX ISA, "barrier.cluster": non-exited
// threads). The grid's does: all must come.
void Schedule::EndWarp(const Warp& w) {
  ++m_.comings;
  GroupBarrier& barrier = w.block->cluster->barrier;
  --barrier.running;
  if (w.cluster_round == barrier.rounds + 1) return;
  --barrier.missing;
  barrier.CompleteIfAllCame();
}

void Schedule::EndBlock(Block& block) {
  block.ended = true;
  if (m_.checks.races) CheckVisits(block);
}

// The blocks of a cooperative launch stay, so that a report can speak of those that have ended.
void Schedule::RetireUnits() {
  auto ended = [](const auto& unit) {
    return std::all_of(unit->blocks.begin(), unit->blocks.end(),
                       [](const auto& block) { return block->ended; });
  };
  if (m_.cooperative && !std::all_of(running_.begin(), running_.end(), ended)) return;
  for (size_t i = 0; i < running_.size();) {
    if (!ended(running_[i])) {
      ++i;
      continue;
    }
    free_.push_back(std::move(running_[i]));
    running_.erase(running_.begin() + std::ptrdiff_t(i));
  }
}

// Nobody is left who changes anything.
void Schedule::FindEndless() {
  const Warp* first = nullptr;
  for (const auto& unit : running_)
    for (const auto& block : unit->blocks)
      if (!OnlyRepeats(*block, &first)) return;
  if (first) ReportEndless(m_, *first);
}

// Warps of a unit wait only for each other, unless the whole grid is coupled.
void Schedule::FindDeadlock() {
  std::vector<const Block*> stuck;
  bool waits = false;
  for (const auto& unit : running_) {
    if (unit->moved && m_.cooperative) return;
    if (unit->moved) continue;
    for (const auto& block : unit->blocks) {
      stuck.push_back(block.get());
      waits |= !block->ended;
    }
    if (!m_.cooperative) break;
  }
  if (waits) ReportDeadlock(m_, stuck);
}

}  // namespace tirx::sim
