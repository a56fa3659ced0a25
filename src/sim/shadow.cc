// SPDX-License-Identifier: Apache-2.0
#include "sim/shadow.h"

#include <new>

#include "sim/machine.h"

namespace tirx::sim {
namespace {

// Which of two candidates is the better witness beside `stamp`: of another block, of another warp, of another
// lane; the later one.
uint64_t Worth(Stamp candidate, Stamp stamp, bool shared, const BlockClocks& clocks) {
  if (candidate == 0) return 0;
  const uint32_t clock = ClockOf(candidate);
  if (shared && clock < clocks.resident) return 0;
  const bool foreign = !clocks.Has(clock);
  if (!foreign && (clock <= clocks.settled || IsSameThread(candidate, stamp))) return 0;
  const uint64_t rank = foreign ? 3 : AgentOf(candidate) != AgentOf(stamp) ? 2 : 1;
  return rank << 32 | clock;
}

}  // namespace

void StampArray::Allocate(size_t count) {
  data_.reset(static_cast<Stamp*>(std::calloc(count, sizeof(Stamp))));
  if (!data_) throw std::bad_alloc();
}

Shadow::Shadow(uint64_t begin, uint64_t end, int cell_bytes, Block* owner)
    : begin(begin),
      end(end),
      cell_shift(__builtin_ctz(unsigned(cell_bytes))),
      cells((size_t(end - begin) >> cell_shift) + 1),
      owner(owner),
      shared(owner != nullptr),
      touched((cells >> kPageShift) + 1) {
  writes.Allocate(cells);
}

void Shadow::BeginBlock() {
  log.clear();
  if (shared) unwritten = int64_t(cells) - 1;
  if (!shared) return;
  last_write = last_read = last_atomic = 0;
  visited = false;
}

void Shadow::AllocatePairs(AccessPairs& pairs) const {
  if (pairs) return;
  pairs.latest.Allocate(cells);
  pairs.other.Allocate(cells);
}

void Shadow::Note(AccessPairs& pairs, size_t cell, Stamp stamp, const BlockClocks& clocks) const {
  Stamp& latest = pairs.latest[cell];
  if (latest != 0 && !(IsSameThread(latest, stamp) && clocks.Has(ClockOf(latest)))) {
    Stamp& other = pairs.other[cell];
    if (Worth(latest, stamp, shared, clocks) >= Worth(other, stamp, shared, clocks)) other = latest;
  }
  latest = stamp;
}

void Shadow::Flush() {
  if (log.empty()) return;
  AllocatePairs(reads);
  for (const ReadRecord& record : log) {
    auto note = [&](int lane) {
      const uint64_t at = record.first[lane / (kLanes / 2)] + uint64_t(lane % (kLanes / 2) * record.step);
      const size_t last = CellOf(at + record.bytes - 1);
      for (size_t cell = CellOf(at); cell <= last; ++cell)
        Note(reads, cell, record.stamp + (Stamp(unsigned(lane)) << kLaneShift), owner->clocks);
    };
    if (record.step == 0) {  // two readers of a cell are enough
      note(FirstLane(record.mask));
      if (record.mask & (record.mask - 1)) note(LastLane(record.mask));
      continue;
    }
    TIRX_SIM_ACTIVE(lane, record.mask) note(lane);
  }
  log.clear();
}

}  // namespace tirx::sim
