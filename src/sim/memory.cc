// SPDX-License-Identifier: Apache-2.0
#include "sim/memory.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace tirx::sim {

// Shared memory is aligned as the strictest bulk copy wants it.
constexpr uint64_t kSharedAlignment = 1024;

void Memory::AddGlobal(std::string name, void* data, uint64_t bytes) {
  auto allocation = std::make_unique<Allocation>();
  allocation->name = std::move(name);
  allocation->begin = reinterpret_cast<uint64_t>(data);
  allocation->end = allocation->begin + bytes;
  allocations_.push_back(std::move(allocation));
}

uint64_t Memory::AddShared(std::string name, uint64_t bytes, int cell_bytes) {
  auto allocation = std::make_unique<Allocation>();
  storage_.push_back(std::make_unique<char[]>(bytes + 2 * kSharedAlignment));
  uint64_t raw = reinterpret_cast<uint64_t>(storage_.back().get());
  allocation->name = std::move(name);
  allocation->begin = (raw + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
  allocation->end = allocation->begin + bytes;
  allocation->cell_shift = __builtin_ctz(unsigned(cell_bytes));
  size_t cells = (bytes >> allocation->cell_shift) + 1;
  shadows_.push_back(std::make_unique<Stamp[]>(cells));
  allocation->stamps = shadows_.back().get();
  shared_.push_back(allocation.get());
  allocations_.push_back(std::move(allocation));
  return allocations_.back()->begin;
}

void Memory::Seal() {
  std::stable_sort(allocations_.begin(), allocations_.end(), [](const auto& a, const auto& b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
  });
}

Allocation* Memory::Find(uint64_t address) {
  // Views of one tensor overlap: take the widest among those that start at or below the address.
  Allocation* found = nullptr;
  for (const auto& allocation : allocations_) {
    if (allocation->begin > address) break;
    if (address > allocation->end) continue;
    bool inside = address < allocation->end;
    bool found_inside = found && address < found->end;
    if (!found || (inside && !found_inside) || (inside == found_inside && allocation->end > found->end))
      found = allocation.get();
  }
  return found;
}

const Allocation* Memory::NearestBelow(uint64_t address) const {
  const Allocation* nearest = nullptr;
  for (const auto& allocation : allocations_)
    if (allocation->begin <= address) nearest = allocation.get();
  return nearest;
}

void Memory::BeginBlock(Stamp first) {
  first_stamp_ = first;
  for (Allocation* allocation : shared_) allocation->unwritten = allocation->cells();
}

void Memory::ClearStamps() {
  for (Allocation* allocation : shared_)
    std::memset(allocation->stamps, 0, size_t(allocation->cells()) * sizeof(Stamp));
}

void Memory::MarkWritten(Allocation& allocation, uint64_t address, uint64_t bytes, Stamp stamp) {
  uint64_t first = (address - allocation.begin) >> allocation.cell_shift;
  uint64_t last = (address + bytes - 1 - allocation.begin) >> allocation.cell_shift;
  for (uint64_t cell = first; cell <= last; ++cell) {
    allocation.unwritten -= allocation.stamps[cell] < first_stamp_;
    allocation.stamps[cell] = stamp;
  }
}

bool Memory::IsWritten(const Allocation& allocation, uint64_t address, uint64_t bytes) const {
  uint64_t first = (address - allocation.begin) >> allocation.cell_shift;
  uint64_t last = (address + bytes - 1 - allocation.begin) >> allocation.cell_shift;
  for (uint64_t cell = first; cell <= last; ++cell)
    if (allocation.stamps[cell] < first_stamp_) return false;
  return true;
}

}  // namespace tirx::sim
