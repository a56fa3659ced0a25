// SPDX-License-Identifier: Apache-2.0
// The shadow of a stretch of memory: for each cell who wrote it last, who read it, who updated it atomically.
#pragma once

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

// A read by many lanes whose cells have not been told of it yet.
struct ReadRecord {
  uint64_t first[2];  // addresses of lanes 0 and 16
  int64_t step;       // from a lane to the next; 0: all lanes read first[0]
  LaneMask mask;
  uint32_t bytes;
  Stamp stamp;  // of lane 0
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
  std::vector<ReadRecord> log;  // reads that are not in `reads` yet
  int64_t unwritten = 0;        // cells, where `shared`
  // Clocks of the owner's latest accesses: when they are settled, and nobody has visited, cells need not be
  // looked at.
  uint32_t last_write = 0, last_read = 0, last_atomic = 0;

  size_t CellOf(uint64_t address) const { return size_t(address - begin) >> cell_shift; }
  void BeginBlock();
  void Touch(size_t cell) { touched[cell >> kPageShift] = 1; }

  // Enters an access of one cell by a block.
  void Note(AccessPairs& pairs, size_t cell, Stamp stamp, const BlockClocks& clocks) const;
  // Enters the logged reads, which are the owner's.
  void Flush();
  // That stamps and the log take.
  size_t Bytes() const;

 private:
  bool FlushRun(const ReadRecord& record);
};

}  // namespace tirx::sim
