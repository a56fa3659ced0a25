// SPDX-License-Identifier: Apache-2.0
// The memory that a kernel sees by address: global allocations (the caller's), and the block's shared memory
// with its shadow of stamps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/lanes.h"

namespace tirx::sim {

// Who wrote a cell last, and when: [set flag 1][clock 19][many 1][agent 6][lane 5]. Clocks never go back
// during a run, so a stamp older than the block's first one means "not written in this block" and nothing has
// to be cleared.
using Stamp = uint32_t;
constexpr int kStampClockShift = 12;
constexpr uint32_t kMaxClock = (1u << 19) - 1;
constexpr Stamp MakeStamp(uint32_t clock, int agent, int lane) {
  return clock << kStampClockShift | uint32_t(agent & 63) << 5 | uint32_t(lane);
}

// A range of addresses, and, for shared memory, one stamp per cell.
struct Allocation {
  std::string name;
  uint64_t begin = 0, end = 0;
  Stamp* stamps = nullptr;  // null: not shadowed
  int cell_shift = 2;       // log2 of the bytes of a cell
  int64_t unwritten = 0;    // cells without a stamp of this block
  bool Contains(uint64_t first, uint64_t last) const { return first >= begin && last <= end; }
  int64_t cells() const { return int64_t(end - begin) >> cell_shift; }
};

// The address space of one worker. Shared tensors are separate allocations with gaps between them, so that
// running over the end of one does not land in the next.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void AddGlobal(std::string name, void* data, uint64_t bytes);
  // Returns its address. All shared tensors are added before the first Find.
  uint64_t AddShared(std::string name, uint64_t bytes, int cell_bytes);
  // After the last Add: puts the allocations in order.
  void Seal();

  // The allocation that holds `address`; null when there is none. An address at the end of an allocation,
  // where an empty or overrunning access points, belongs to it unless the next one begins there.
  Allocation* Find(uint64_t address);
  // The one nearest below, for messages.
  const Allocation* NearestBelow(uint64_t address) const;

  // A new block: everything shared is unwritten. `first` is the stamp from which the block's stamps count.
  void BeginBlock(Stamp first);
  Stamp first_stamp() const { return first_stamp_; }
  // The clocks start over: stamps of earlier blocks must not look like new ones.
  void ClearStamps();

  // Marks the cells of [address, address + bytes) as written by `stamp`.
  void MarkWritten(Allocation& allocation, uint64_t address, uint64_t bytes, Stamp stamp);
  bool IsWritten(const Allocation& allocation, uint64_t address, uint64_t bytes) const;

 private:
  std::vector<std::unique_ptr<Allocation>> allocations_;  // in order of `begin` once sealed
  std::vector<std::unique_ptr<char[]>> storage_;
  std::vector<std::unique_ptr<Stamp[]>> shadows_;
  std::vector<Allocation*> shared_;
  Stamp first_stamp_ = 0;
};

}  // namespace tirx::sim
