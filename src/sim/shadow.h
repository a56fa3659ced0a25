// SPDX-License-Identifier: Apache-2.0
// The shadow of a stretch of memory: for each cell who wrote it last, who read it, who updated it atomically.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "sim/stamp_lines.h"

namespace tirx::sim {

// The accesses of one sort to each cell: the latest, and one of another thread. Of readers that nothing
// orders, two of different warps (or else lanes) are enough to find a conflict with any writer, as long as
// threads are ordered by barriers of the block or of whole warps.
struct AccessPairs {
  explicit AccessPairs(size_t cells) : latest(cells), other(cells) {}
  StampLines latest, other;
  explicit operator bool() const { return bool(latest); }
  size_t Bytes() const { return latest.Bytes() + other.Bytes(); }
};

// Reads by many lanes whose cells have not been told of them yet: one or, `stride` bytes apart, several that
// are otherwise alike. Offsets are from the begin of the shadow, modulo 2^32: of active lanes they are right.
struct ReadRecord {
  Stamp stamp = 0;      // of lane 0
  uint32_t offset = 0;  // of lane 0
  uint32_t stride = 0, count = 1;
  // Two halves a word, so that to compare two records takes as few steps as it can.
  uint64_t distance_step = 0;  // from lane 0 to lane 16; from a lane to the next of its half
  uint64_t mask_bytes = 0;     // which lanes; how much each

  static constexpr int kHalf = kLanes / 2;
  static constexpr uint64_t Pair(uint32_t high, uint32_t low) { return uint64_t(high) << 32 | low; }
  uint32_t step() const { return uint32_t(distance_step); }
  LaneMask mask() const { return LaneMask(mask_bytes >> 32); }
  uint32_t bytes() const { return uint32_t(mask_bytes); }
  uint32_t OffsetOf(int lane) const {
    return offset + uint32_t(lane / kHalf) * uint32_t(distance_step >> 32) + uint32_t(lane % kHalf) * step();
  }
  // Makes the read part of the record, if it can be.
  __attribute__((always_inline)) bool TryAdd(Stamp with_stamp, uint32_t at, uint64_t with_distance_step,
                                             uint64_t with_mask_bytes) {
    if (stamp != with_stamp || distance_step != with_distance_step || mask_bytes != with_mask_bytes)
      return false;
    if (at == offset) return true;
    if (count == 1) stride = at - offset;
    if (at != offset + count * stride) return false;
    ++count;
    return true;
  }
};

struct Block;

struct Shadow {
  // `owner`: whose shared memory it is; null: global memory.
  Shadow(uint64_t begin, uint64_t end, int cell_bytes, Block* owner);

  static constexpr int kPageShift = 12;  // log2 of the cells of a page

  const uint64_t begin, end;
  const int cell_shift;  // log2 of the bytes of a cell
  const size_t cells;
  Block* const owner;
  const bool shared;          // unwritten when a block begins
  bool visited = false;       // other blocks of the cluster have accessed it
  std::vector<char> touched;  // per page: whether it has been accessed
  StampLines writes;          // 0, or of an earlier block where `shared`: not written
  AccessPairs reads, atomics;
  std::vector<ReadRecord> log;  // the first `log_size`: reads that are not in `reads` yet
  size_t log_size = 0;
  int64_t unwritten = 0;  // cells, where `shared`
  // Clocks of the owner's latest accesses: when they are settled, and nobody has visited, cells need not be
  // looked at. Of writes and atomics: kMaxClock from the first visit on.
  uint32_t last_change = 0, last_read = 0;

  void NoteChange(uint32_t clock) { last_change = std::max(last_change, clock); }

  size_t CellOf(uint64_t address) const { return size_t(address - begin) >> cell_shift; }
  void BeginBlock();
  void Touch(size_t cell) { touched[cell >> kPageShift] = 1; }

  // Enters an access of one cell by a block.
  void Note(AccessPairs& pairs, size_t cell, Stamp stamp, const BlockClocks& clocks) const;
  // Enters a read, which is the owner's, into the log; TryLog only if there is room.
  __attribute__((always_inline)) bool TryLog(Stamp stamp, uint32_t offset, uint64_t distance_step,
                                             uint64_t mask_bytes) {
    if (log_size == 0 || !log[log_size - 1].TryAdd(stamp, offset, distance_step, mask_bytes)) {
      if (log_size == log.size()) return false;
      log[log_size++] = {stamp, offset, 0, 1, distance_step, mask_bytes};
    }
    last_read = ClockOf(stamp);
    return true;
  }
  void Log(Stamp stamp, uint32_t offset, uint64_t distance_step, uint64_t mask_bytes) {
    if (TryLog(stamp, offset, distance_step, mask_bytes)) return;
    MakeRoom();
    TryLog(stamp, offset, distance_step, mask_bytes);
  }
  // Enters the logged reads.
  void Flush();
  // That stamps and the log take.
  size_t Bytes() const;

 private:
  void MakeRoom();
  void FlushOne(const ReadRecord& read);
  bool FlushRun(const ReadRecord& read);
};

}  // namespace tirx::sim
