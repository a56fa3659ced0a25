// SPDX-License-Identifier: Apache-2.0
// A map from pointers for the memos of walks: filled, asked and emptied again for each statement. Entries
// stand in one array; few of them are searched as they stand, many through a table of slots. Emptying costs
// what was put in, and keeps the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tirx {

// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the upper bits are the well mixed ones.
inline size_t HashPointer(const void* pointer) {
  return size_t(uint64_t(reinterpret_cast<uintptr_t>(pointer)) * 0x9E3779B97F4A7C15u >> 32);
}

template <class Value>
class PointerMap {
 public:
  // The value of a key, or null; valid until the next Insert or Clear.
  Value* Find(const void* key) {
    if (entries_.size() <= kFew) {
      for (Entry& entry : entries_)
        if (entry.key == key) return &entry.value;
      return nullptr;
    }
    uint32_t number = *SlotOf(key);
    return number == 0 ? nullptr : &entries_[number - 1].value;
  }

  // The key must be new.
  void Insert(const void* key, Value value) {
    entries_.push_back({key, std::move(value)});
    size_t count = entries_.size();
    if (count <= kFew) return;
    if (2 * count > slots_.size()) return Index(4 * count);
    *SlotOf(key) = uint32_t(count);
  }

  void Clear() {
    entries_.clear();
    slots_.clear();
  }

 private:
  static constexpr size_t kFew = 8;
  struct Entry {
    const void* key;
    Value value;
  };

  // Where the key is noted, or would be.
  uint32_t* SlotOf(const void* key) {
    size_t mask = slots_.size() - 1, at = HashPointer(key) & mask;
    while (slots_[at] != 0 && entries_[slots_[at] - 1].key != key) at = (at + 1) & mask;
    return &slots_[at];
  }

  void Index(size_t at_least) {
    size_t size = 32;
    while (size < at_least) size *= 2;
    slots_.assign(size, 0);
    for (size_t i = 0; i < entries_.size(); ++i) *SlotOf(entries_[i].key) = uint32_t(i + 1);
  }

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // 1 + position of the entry, 0: free
};

}  // namespace tirx
