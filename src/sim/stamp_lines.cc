// SPDX-License-Identifier: Apache-2.0
#include "sim/stamp_lines.h"

#include <algorithm>
#include <new>

namespace tirx::sim {
namespace {

// Zeros that cost nothing where they are not touched.
Stamp* Zeros(size_t count) {
  auto* stamps = static_cast<Stamp*>(std::calloc(count, sizeof(Stamp)));
  if (!stamps) throw std::bad_alloc();
  return stamps;
}

}  // namespace

void StampLines::Allocate() {
  lines_.reset(Zeros(LineCount()));
}

void StampLines::Spread(size_t line) {
  if (!lines_) Allocate();
  if (!each_) each_.reset(Zeros(cells_));
  const Stamp first = lines_[line];
  const size_t count = std::min(size_t(kCells), cells_ - line * kCells);
  for (size_t i = 0; i < count; ++i) each_[line * kCells + i] = first ? first + (Stamp(i) << kLaneShift) : 0;
  lines_[line] = kEachCell;
}

size_t StampLines::Bytes() const {
  return ((lines_ ? LineCount() : 0) + (each_ ? cells_ : 0)) * sizeof(Stamp);
}

}  // namespace tirx::sim
