// SPDX-License-Identifier: Apache-2.0
// Stamps of the cells of a stretch of memory. Cells are kept in lines of as many as half a warp has lanes:
// where the lanes have accessed the cells of a line one after another, as they mostly do, the line has one
// stamp for all, and nothing else of it takes memory.
#pragma once

#include <cstdlib>
#include <memory>

#include "sim/stamp.h"

namespace tirx::sim {

class StampLines {
 public:
  static constexpr int kCells = kLanes / 2;  // of a line

  // All stamps are 0. Memory is taken when the first one is set, and where it is touched.
  explicit StampLines(size_t cells) : cells_(cells) {}

  // Whether some stamp has been set.
  explicit operator bool() const { return lines_ != nullptr; }

  Stamp operator[](size_t cell) const {
    if (!lines_) return 0;
    const Stamp line = lines_[cell / kCells];
    if (line == kEachCell) return each_[cell];
    return line ? line + (Stamp(cell % kCells) << kLaneShift) : 0;
  }
  void Set(size_t cell, Stamp stamp) {
    if (!lines_ || lines_[cell / kCells] != kEachCell) Spread(cell / kCells);
    each_[cell] = stamp;
  }

  // Whether the cells from `cell` on are a line, and all have the stamp of one access: `stamp` is that of the
  // first, 0 where there is none.
  bool IsRun(size_t cell, Stamp* stamp) const {
    if (cell % kCells != 0) return false;
    *stamp = lines_ ? lines_[cell / kCells] : 0;
    return *stamp != kEachCell;
  }
  // As many cells as a line has, from `cell` on: the stamp of the first, the following ones of the lanes that
  // follow.
  void SetRun(size_t cell, Stamp first) {
    if (cell % kCells == 0) {
      if (!lines_) Allocate();
      lines_[cell / kCells] = first;
      return;
    }
    for (int i = 0; i < kCells; ++i) Set(cell + size_t(i), first + (Stamp(unsigned(i)) << kLaneShift));
  }

  // That has been taken.
  size_t Bytes() const;

 private:
  static constexpr Stamp kEachCell = 1;  // of no access: clocks begin with 1

  struct Free {
    void operator()(Stamp* p) const { std::free(p); }
  };
  size_t LineCount() const { return (cells_ + kCells - 1) / kCells; }
  void Allocate();
  void Spread(size_t line);

  size_t cells_;
  std::unique_ptr<Stamp[], Free> lines_, each_;
};

}  // namespace tirx::sim
