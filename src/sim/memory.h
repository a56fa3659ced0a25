// SPDX-License-Identifier: Apache-2.0
// Memory that a kernel sees by address: global allocations (the caller's), or the shared memory of a block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/lanes.h"

namespace tirx::sim {

struct Block;
struct Shadow;

// A range of addresses, and its shadow if accesses are tracked.
struct Allocation {
  std::string name;
  int number = 0;  // in the order in which its memory got them
  uint64_t begin = 0, end = 0;
  Shadow* shadow = nullptr;
  bool Contains(uint64_t first, uint64_t last) const { return first >= begin && last <= end; }
};

// Global memory, or that of one block. Shared tensors are separate allocations with gaps between them, so
// that running over the end of one does not land in the next.
class Memory {
 public:
  Memory();
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // `tracked`: the kernel writes it. Overlapping tracked allocations share a shadow.
  void AddGlobal(std::string name, void* data, uint64_t bytes, bool tracked, int cell_bytes);
  // Returns its address. `tracked`: accesses of it are checked.
  uint64_t AddShared(std::string name, uint64_t bytes, bool tracked, int cell_bytes, Block* owner);
  // After the last Add: puts the allocations in order.
  void Seal();

  // The allocation that holds `address`; null when there is none. An address at the end of an allocation,
  // where an empty or overrunning access points, belongs to it unless the next one begins there.
  Allocation* Find(uint64_t address) const;
  // The one nearest below, for messages.
  const Allocation* NearestBelow(uint64_t address) const;
  // The one with this number.
  const Allocation& At(int number) const;
  uint64_t Bytes() const;  // of all allocations
  const std::vector<std::unique_ptr<Shadow>>& shadows() const { return shadows_; }

  // A new block: everything shared is unwritten.
  void BeginBlock();
  // All accesses of the block up to now come before what follows in it. `visitors`: other blocks may ask who
  // has read what.
  void SettleReads(bool visitors);

 private:
  void ShadowGlobals();

  struct GlobalCells {
    Allocation* allocation;
    int cell_bytes;
  };
  std::vector<std::unique_ptr<Allocation>> allocations_;  // in order of `begin` once sealed
  std::vector<std::unique_ptr<char[]>> storage_;
  std::vector<std::unique_ptr<Shadow>> shadows_;
  std::vector<GlobalCells> tracked_;
};

}  // namespace tirx::sim
