// SPDX-License-Identifier: Apache-2.0
// A set of pointers for walks over large graphs: one array, no allocation per element, none at all for few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/pointer_map.h"

namespace tirx {

class PointerSet {
 public:
  // Whether the pointer, which is not null, was not there before.
  bool Insert(const void* pointer) {
    if (slots_.empty()) {
      for (size_t i = 0; i < count_; ++i)
        if (few_[i] == pointer) return false;
      if (count_ < kFew) {
        few_[count_++] = pointer;
        return true;
      }
    }
    if (2 * (count_ + 1) > slots_.size()) Grow();
    if (!Place(pointer)) return false;
    ++count_;
    return true;
  }

 private:
  bool Place(const void* pointer) {
    size_t mask = slots_.size() - 1, at = HashPointer(pointer) & mask;
    while (slots_[at] != nullptr) {
      if (slots_[at] == pointer) return false;
      at = (at + 1) & mask;
    }
    slots_[at] = pointer;
    return true;
  }

  void Grow() {
    std::vector<const void*> old(slots_.empty() ? 4 * kFew : 2 * slots_.size());
    old.swap(slots_);
    if (old.empty()) old.assign(few_, few_ + count_);
    for (const void* pointer : old)
      if (pointer != nullptr) Place(pointer);
  }

  static constexpr size_t kFew = 16;
  const void* few_[kFew];  // until there are more
  std::vector<const void*> slots_;
  size_t count_ = 0;
};

}  // namespace tirx
