// SPDX-License-Identifier: Apache-2.0
#include "sim/shadow.h"

#include <algorithm>

#include "sim/machine.h"

namespace tirx::sim {
namespace {

// Which of two candidates is the better witness beside `stamp`: of another block, of another subgroup, of
// another lane; the later one.
uint64_t Worth(Stamp candidate, Stamp stamp, bool shared, const BlockClocks& clocks) {
  if (candidate == 0) return 0;
  const uint32_t clock = ClockOf(candidate);
  if (shared && clock < clocks.resident) return 0;
  const bool foreign = !clocks.Has(clock);
  if (!foreign && (clock <= clocks.settled || IsSameThread(candidate, stamp))) return 0;
  const uint64_t rank = foreign ? 3 : (candidate ^ stamp) & clocks.subgroup_bits ? 2 : 1;
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
  log_size = 0;
  if (shared) unwritten = int64_t(cells) - 1;
  if (!shared) return;
  last_change = last_read = 0;
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
bool Shadow::FlushRun(const ReadRecord& read) {
  if (read.mask() != kAllLanes || read.step() != read.bytes() || read.bytes() != 1u << cell_shift)
    return false;
  auto cell_of = [&](int lane) { return size_t(read.OffsetOf(lane)) >> cell_shift; };
  auto stamp_of = [&](int lane) { return read.stamp + (Stamp(unsigned(lane)) << kLaneShift); };
  for (const int lane : {0, StampLines::kCells}) {
    Stamp run;
    if (!reads.latest.IsRun(cell_of(lane), &run) || Worth(run, stamp_of(lane), shared, owner->clocks))
      return false;
  }
  for (const int lane : {0, StampLines::kCells}) reads.latest.SetRun(cell_of(lane), stamp_of(lane));
  return true;
}

void Shadow::FlushOne(const ReadRecord& read) {
  if (FlushRun(read)) return;
  auto note = [&](int lane) {
    const size_t first = read.OffsetOf(lane) >> cell_shift,
                 last = (read.OffsetOf(lane) + read.bytes() - 1) >> cell_shift;
    for (size_t cell = first; cell <= last; ++cell)
      Note(reads, cell, read.stamp + (Stamp(unsigned(lane)) << kLaneShift), owner->clocks);
  };
  if (read.step() != 0) {
    TIRX_SIM_ACTIVE(lane, read.mask()) note(lane);
    return;
  }
  for (const LaneMask half : {LaneMask(0xffff), LaneMask(0xffff0000)}) {  // two readers of a cell are enough
    const LaneMask lanes = read.mask() & half;
    if (lanes) note(FirstLane(lanes));
    if (lanes & (lanes - 1)) note(LastLane(lanes));
  }
}

void Shadow::Flush() {
  for (size_t i = 0; i < log_size; ++i)
    for (ReadRecord read = log[i]; read.count; --read.count, read.offset += read.stride) FlushOne(read);
  log_size = 0;
}

// The log may take what the stamps leave of two and a half bytes for each byte of memory.
void Shadow::MakeRoom() {
  constexpr size_t kFewest = 8;
  const size_t stamps = writes.Bytes() + reads.Bytes() + atomics.Bytes(), most = size_t(end - begin) * 5 / 2;
  const size_t limit = std::max(kFewest, (most - std::min(most, stamps)) / sizeof(ReadRecord));
  if (log.size() < limit) {
    const size_t size = std::min(limit, std::max(kFewest, 2 * log.size()));
    log.reserve(size);  // no more than that, as resize might
    log.resize(size);
    return;
  }
  Flush();
  if (log.size() > limit) std::vector<ReadRecord>(limit).swap(log);
}

size_t Shadow::Bytes() const {
  return writes.Bytes() + reads.Bytes() + atomics.Bytes() + log.capacity() * sizeof(ReadRecord);
}

}  // namespace tirx::sim
