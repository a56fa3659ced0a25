// SPDX-License-Identifier: Apache-2.0
#include "sim/block.h"

#include <algorithm>

namespace tirx::sim {
namespace {

// Whole cache lines, so that each warp's vectors are aligned alike.
size_t RegisterBytes(const Program& program) {
  return (size_t(program.register_units) * kRegisterUnit + 63) / 64 * 64;
}

char* Align64(char* p) {
  return reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(p) + 63) / 64 * 64);
}

void PlaceSharedMemory(const Machine& m, Block& block, uint64_t dynamic_bytes) {
  const Program& program = m.program;
  const bool tracked = m.checks.races || m.checks.uninitialised;
  auto place = [&](const std::string& name, Reg reg, uint64_t bytes, int cell_bytes) {
    SetPreset(block.presets, reg, block.memory.AddShared(name, bytes, tracked, cell_bytes, &block));
  };
  for (const SharedTensor& tensor : program.shared)
    place(tensor.name, tensor.reg, tensor.bytes, tensor.cell_bytes);
  if (program.uses_dynamic_shared)
    place("dynamic shared memory", program.dynamic_shared, dynamic_bytes, program.dynamic_cell_bytes);
  block.memory.Seal();
}

// What is the warp's for all blocks that run in this place.
void PlaceWarp(Machine& m, Block& block, size_t i) {
  const Program& program = m.program;
  Warp& w = block.warps[i];
  w.registers = Align64(block.registers.data()) + i * RegisterBytes(program);
  w.local = Align64(block.local.data()) + i * program.local_bytes * kLanes;
  w.local_written = block.written.data() + i * program.local_bytes;
  w.masks = block.masks.data() + i * (program.max_depth + 1);
  w.fixed_indices = block.fixed_indices.data() + i * program.fixed_indices;
  w.known_runs = block.known_runs.data() + i * program.accesses.size();
  w.id = int(i);
  const int first = w.id * m.LanesOfWarp();
  w.agent = first / kLanes;
  w.first_lane = first % kLanes;
  w.machine = &m;
  w.block = &block;
  std::copy(block.presets.begin(), block.presets.end(), w.At<uint64_t>(0));
}

// Everything else of a warp; its registers, but for the presets, may hold anything.
void StartWarp(const Machine& m, const Block& block, Warp& w) {
  const uint64_t lanes = std::min(uint64_t(m.LanesOfWarp()), m.block.Count() - w.ThreadOf(0));
  w.live = w.mask = LaneMask((uint64_t(1) << lanes) - 1);
  w.depth = 0;
  w.clock = block.clocks.first;
  w.known.Begin(block.ordinal);
  w.known.of[kSettledAgent] = kMaxClock;
  w.lane_order = nullptr;
  w.groups.clear();
  w.steps = 0;
  w.ip = m.code.data();
  w.state = WarpState::Ready;
  w.ran_to_end = false;
  w.barrier_site = 0;
  w.path.count = 0;
  w.quiet = Quiet();
  w.cluster_round = w.grid_round = 0;
  w.cluster_waits = w.grid_waits = w.cluster_meets = false;
  w.meets = nullptr;
  w.met = false;
}

// The block that began last has no end of its clocks yet.
uint32_t NextFirstClock(Machine& m, uint32_t clocks) {
  if (m.started.empty()) return 1;
  Block* last = m.started.back().running;
  if (last && last->ended) return std::min(last->LatestClock(), kMaxClock - 2) + 1;
  const uint32_t end = std::min(kMaxClock - clocks - 1, last->LatestClock()) + clocks;
  last->clocks.last = end;
  return end + 1;
}

}  // namespace

void SetPreset(std::vector<uint64_t>& presets, Reg reg, uint64_t bits) {
  if (presets.size() <= reg) presets.resize(size_t(reg) + 1);
  presets[reg] = bits;
}

std::unique_ptr<Block> MakeBlock(Machine& m, uint64_t dynamic_smem_bytes) {
  const Program& program = m.program;
  const size_t warps = m.WarpsOfBlock();
  auto block = std::make_unique<Block>();
  block->warps.resize(warps);
  block->presets = m.presets;
  block->registers.resize(warps * RegisterBytes(program) + 128);
  block->local.resize(warps * program.local_bytes * kLanes + 64);
  block->written.resize(warps * program.local_bytes);
  block->masks.resize(warps * (program.max_depth + 1));
  block->fixed_indices.resize(warps * program.fixed_indices);
  block->known_runs.resize(warps * program.accesses.size());
  PlaceSharedMemory(m, *block, dynamic_smem_bytes);
  for (size_t i = 0; i < warps; ++i) PlaceWarp(m, *block, i);
  return block;
}

void StartBlock(Machine& m, Block& block, const Dim3& index, uint32_t clocks, uint32_t resident) {
  const uint32_t first = NextFirstClock(m, clocks);
  if (block.ordinal < m.started.size() && m.started[block.ordinal].running == &block)
    m.started[block.ordinal].running = nullptr;
  block.index = index;
  block.ordinal = uint32_t(m.started.size());
  block.clocks = {first, kMaxClock, first - 1, resident ? resident : first, SubgroupBits(m.subgroup)};
  block.meetings.clear();
  block.visits.clear();
  block.ended = false;
  m.started.push_back({first, index, &block});
  block.memory.BeginBlock();
  std::fill(block.written.begin(), block.written.end(), 0);
  std::fill(block.fixed_indices.begin(), block.fixed_indices.end(), IndexPattern());
  for (Warp& w : block.warps) StartWarp(m, block, w);
}

}  // namespace tirx::sim
