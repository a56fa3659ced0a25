// SPDX-License-Identifier: Apache-2.0
// A set of pointers for walks over large graphs: one array, no allocation per element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tirx {

class PointerSet {
 public:
  // Whether the pointer, which is not null, was not there before.
  bool Insert(const void* pointer) {
    if (2 * (count_ + 1) > slots_.size()) Grow();
    if (!Place(pointer)) return false;
    ++count_;
    return true;
  }

 private:
  bool Place(const void* pointer) {
    size_t mask = slots_.size() - 1;
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the upper bits are the well mixed
    // ones.
    size_t at = size_t(reinterpret_cast<uintptr_t>(pointer) * uint64_t(0x9E3779B97F4A7C15) >> 32) & mask;
    while (slots_[at] != nullptr) {
      if (slots_[at] == pointer) return false;
      at = (at + 1) & mask;
    }
    slots_[at] = pointer;
    return true;
  }

  void Grow() {
    std::vector<const void*> old(slots_.empty() ? 32 : 2 * slots_.size());
    old.swap(slots_);
    for (const void* pointer : old)
      if (pointer != nullptr) Place(pointer);
  }

  std::vector<const void*> slots_;
  size_t count_ = 0;
};

}  // namespace tirx
