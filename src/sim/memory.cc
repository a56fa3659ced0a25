// SPDX-License-Identifier: Apache-2.0
#include "sim/memory.h"

#include <algorithm>

#include "sim/shadow.h"

namespace tirx::sim {

// Shared memory is aligned as the strictest bulk copy wants it.
constexpr uint64_t kSharedAlignment = 1024;

Memory::Memory() = default;
Memory::~Memory() = default;

void Memory::AddGlobal(std::string name, void* data, uint64_t bytes, bool tracked, int cell_bytes) {
  auto allocation = std::make_unique<Allocation>();
  allocation->name = std::move(name);
  allocation->begin = reinterpret_cast<uint64_t>(data);
  allocation->end = allocation->begin + bytes;
  if (tracked && bytes) tracked_.push_back({allocation.get(), cell_bytes});
  allocation->number = int(allocations_.size());
  allocations_.push_back(std::move(allocation));
}

uint64_t Memory::AddShared(std::string name, uint64_t bytes, bool tracked, int cell_bytes, Block* owner) {
  auto allocation = std::make_unique<Allocation>();
  storage_.push_back(std::make_unique<char[]>(bytes + 2 * kSharedAlignment));
  uint64_t raw = reinterpret_cast<uint64_t>(storage_.back().get());
  allocation->name = std::move(name);
  allocation->begin = (raw + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
  allocation->end = allocation->begin + bytes;
  allocation->number = int(allocations_.size());
  if (tracked) {
    shadows_.push_back(std::make_unique<Shadow>(allocation->begin, allocation->end, cell_bytes, owner));
    allocation->shadow = shadows_.back().get();
  }
  allocations_.push_back(std::move(allocation));
  return allocations_.back()->begin;
}

// What is written through one parameter may be read through another that overlaps.
void Memory::ShadowGlobals() {
  auto begins_before = [](const GlobalCells& a, const GlobalCells& b) {
    return a.allocation->begin < b.allocation->begin;
  };
  std::stable_sort(tracked_.begin(), tracked_.end(), begins_before);
  for (size_t first = 0; first < tracked_.size();) {
    uint64_t end = tracked_[first].allocation->end;
    int cell_bytes = tracked_[first].cell_bytes;
    size_t last = first + 1;
    for (; last < tracked_.size() && tracked_[last].allocation->begin < end; ++last) {
      end = std::max(end, tracked_[last].allocation->end);
      cell_bytes = std::min(cell_bytes, tracked_[last].cell_bytes);
    }
    shadows_.push_back(std::make_unique<Shadow>(tracked_[first].allocation->begin, end, cell_bytes, nullptr));
    for (const auto& allocation : allocations_)
      if (!allocation->shadow && allocation->begin < end &&
          allocation->end > tracked_[first].allocation->begin)
        allocation->shadow = shadows_.back().get();
    first = last;
  }
}

void Memory::Seal() {
  ShadowGlobals();
  std::stable_sort(allocations_.begin(), allocations_.end(), [](const auto& a, const auto& b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
  });
}

Allocation* Memory::Find(uint64_t address) const {
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

uint64_t Memory::Bytes() const {
  uint64_t bytes = 0;
  for (const auto& allocation : allocations_) bytes += allocation->end - allocation->begin;
  return bytes;
}

void Memory::BeginBlock() {
  for (const auto& shadow : shadows_) shadow->BeginBlock();
}

void Memory::SettleReads(bool visitors) {
  for (const auto& shadow : shadows_) {
    if (visitors) shadow->Flush();
    shadow->log_size = 0;
  }
}

const Allocation& Memory::At(int number) const {
  auto found = std::find_if(allocations_.begin(), allocations_.end(),
                            [&](const auto& allocation) { return allocation->number == number; });
  return **found;
}

}  // namespace tirx::sim
