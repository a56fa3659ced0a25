// SPDX-License-Identifier: Apache-2.0
#include "sim/shadow.h"

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

Shadow::Shadow(uint64_t begin, uint64_t end, int cell_bytes, Block* owner)
    : begin(begin),
      end(end),
      cell_shift(__builtin_ctz(unsigned(cell_bytes))),
      cells((size_t(end - begin) >> cell_shift) + 1),
      owner(owner),
      shared(owner != nullptr),
      touched((cells >> kPageShift) + 1),
      writes(cells),
      reads(cells),
      atomics(cells) {}

void Shadow::BeginBlock() {
  log.clear();
  if (shared) unwritten = int64_t(cells) - 1;
  if (!shared) return;
  last_write = last_read = last_atomic = 0;
  visited = false;
}

void Shadow::Note(AccessPairs& pairs, size_t cell, Stamp stamp, const BlockClocks& clocks) const {
  const Stamp latest = pairs.latest[cell];
  if (latest != 0 && !(IsSameThread(latest, stamp) && clocks.Has(ClockOf(latest))) &&
      Worth(latest, stamp, shared, clocks) >= Worth(pairs.other[cell], stamp, shared, clocks))
    pairs.other.Set(cell, latest);
  pairs.latest.Set(cell, stamp);
}

// Where all lanes have read one cell each, side by side, and earlier readers of those need not be kept.
bool Shadow::FlushRun(const ReadRecord& record) {
  if (record.mask != kAllLanes || record.step != int64_t(record.bytes) || record.bytes != 1u << cell_shift)
    return false;
  for (const int half : {0, 1}) {
    const Stamp first = record.stamp + (Stamp(unsigned(half * StampLines::kCells)) << kLaneShift);
    Stamp run;
    if (!reads.latest.IsRun(CellOf(record.first[half]), &run) || Worth(run, first, shared, owner->clocks))
      return false;
  }
  for (const int half : {0, 1})
    reads.latest.SetRun(CellOf(record.first[half]),
                        record.stamp + (Stamp(unsigned(half * StampLines::kCells)) << kLaneShift));
  return true;
}

void Shadow::Flush() {
  if (log.empty()) return;
  for (const ReadRecord& record : log) {
    auto note = [&](int lane) {
      const uint64_t at = record.first[lane / (kLanes / 2)] + uint64_t(lane % (kLanes / 2) * record.step);
      const size_t last = CellOf(at + record.bytes - 1);
      for (size_t cell = CellOf(at); cell <= last; ++cell)
        Note(reads, cell, record.stamp + (Stamp(unsigned(lane)) << kLaneShift), owner->clocks);
    };
    if (FlushRun(record)) continue;
    if (record.step == 0) {  // two readers of a cell are enough
      note(FirstLane(record.mask));
      if (record.mask & (record.mask - 1)) note(LastLane(record.mask));
      continue;
    }
    TIRX_SIM_ACTIVE(lane, record.mask) note(lane);
  }
  log.clear();
}

size_t Shadow::Bytes() const {
  return writes.Bytes() + reads.Bytes() + atomics.Bytes() + log.capacity() * sizeof(ReadRecord);
}

}  // namespace tirx::sim
