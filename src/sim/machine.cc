// SPDX-License-Identifier: Apache-2.0
#include "sim/machine.h"

#include <algorithm>

#include "sim/exec.h"

namespace tirx::sim {
namespace {

constexpr const char* kNames[] = {
#define TIRX_SIM_OP(Name, family) #Name,
#include "sim/opcodes.def"
#undef TIRX_SIM_OP
};

Handler FindHandler(const Instr& instr, const NumericMode& mode, const Isa& isa) {
  const Family family = FamilyOf(instr.op);
  Handler handler = family == Family::Control ? FindControlHandler(instr)
                    : family == Family::Call  ? FindCallHandler(instr)
                                              : isa.find(instr, mode);
  TIRX_CHECK(handler, std::string("no handler for ") + kNames[int(instr.op)] + " on " + TypeName(instr.type) +
                          ", form " + std::to_string(instr.form));
  return handler;
}

}  // namespace

Machine::Machine(const Program& program, const NumericMode& mode, const Checks& checks, int fault_limit,
                 const Isa& isa)
    : program(program),
      mode(mode),
      checks(checks),
      access_states(program.accesses.size()),
      faults(program.name, fault_limit) {
  code.reserve(program.code.size());
  for (const Instr& instr : program.code)
    code.push_back(
        {FindHandler(instr, mode, isa), instr.d, instr.a, instr.b, instr.c, instr.aux, instr.site});
  if (checks.finite) WatchForNonFinite(*this);
  for (size_t i = 0; !checks.finite && i + Isa::kFused < code.size(); ++i)
    if (Handler fused = isa.find_fused(&program.code[i], mode)) code[i].handler = fused;
}

void GroupBarrier::CompleteIfAllCame() {
  if (missing || !coming) return;
  completed = std::move(coming);
  coming = nullptr;
  missing = running;
  ++rounds;
}

uint32_t Block::LatestClock() const {
  uint32_t latest = clocks.first;
  for (const Warp& w : warps) latest = std::max(latest, w.clock);
  return latest;
}

Warp& Block::WarpOf(Stamp stamp) {
  const int thread = AgentOf(stamp) * kLanes + LaneOf(stamp);
  return warps[size_t(thread / warps[0].machine->LanesOfWarp())];
}

Warp* Block::OtherHalf(const Warp& warp) {
  const size_t other = size_t(warp.id ^ 1);
  return warp.machine->subgroup > kLanes && other < warps.size() ? &warps[other] : nullptr;
}

Dim3 Unfold(uint64_t linear, const Dim3& dims) {
  return {uint32_t(linear % dims.x), uint32_t(linear / dims.x % dims.y), uint32_t(linear / dims.x / dims.y)};
}

ThreadPlace Machine::PlaceOf(const Warp& warp, int lane) const {
  return {warp.block->index, Unfold(warp.ThreadOf(lane), block)};
}

uint32_t Machine::BlockOf(uint32_t clock) const {
  auto next =
      std::upper_bound(started.begin(), started.end(), clock,
                       [](uint32_t clock, const StartedBlock& block) { return clock < block.first_clock; });
  return uint32_t(next - started.begin()) - 1;
}

ThreadPlace Machine::PlaceOf(Stamp stamp) const {
  const StartedBlock& of = started[BlockOf(ClockOf(stamp))];
  int lane = LaneOf(stamp);
  if (IsGroup(stamp)) {
    const int group = lane % LanesOfWarp();
    const auto* groups = of.running ? &of.running->WarpOf(stamp).groups : nullptr;
    lane -= group;
    if (groups && size_t(group) < groups->size()) lane += FirstLane((*groups)[size_t(group)].lanes);
  }
  return {of.index, Unfold(uint32_t(AgentOf(stamp) * kLanes + lane), block)};
}

Allocation* Machine::Find(const Warp& warp, uint64_t address) const {
  Allocation* at_end = nullptr;
  auto look = [&](const Memory& in) {
    Allocation* found = in.Find(address);
    if (!found || address < found->end) return found;
    if (!at_end) at_end = found;
    return static_cast<Allocation*>(nullptr);
  };
  if (Allocation* found = look(warp.block->memory)) return found;
  if (Allocation* found = look(memory)) return found;
  for (const Block* other : warp.block->cluster->blocks)
    if (other != warp.block)
      if (Allocation* found = look(other->memory)) return found;
  return at_end;
}

const Allocation* Machine::NearestBelow(const Warp& warp, uint64_t address) const {
  const Allocation* nearest = memory.NearestBelow(address);
  for (const Block* block : warp.block->cluster->blocks) {
    const Allocation* found = block->memory.NearestBelow(address);
    if (found && (!nearest || found->begin > nearest->begin)) nearest = found;
  }
  return nearest;
}

void Machine::AddPath(const Warp& warp, diag::Diagnostic* diagnostic) const {
  constexpr size_t kMostLines = 6;
  const Span& here = diagnostic->span;
  if (!here.defined()) return;
  std::vector<uint32_t> lines;  // the latest first
  uint32_t below = here->line;
  for (uint32_t i = 0; i < std::min(warp.path.count, Path::kLength) && lines.size() < kMostLines; ++i) {
    const Span& place = SpanOf(warp.path.sites[(warp.path.count - 1 - i) % Path::kLength]);
    if (!place.defined() || place->file->name != here->file->name || uint32_t(place->line) == below) continue;
    lines.push_back(below = uint32_t(place->line));
  }
  if (lines.empty()) return;
  std::string text = lines.size() == 1 ? "the warp was in line" : "the warp was in lines";
  for (size_t i = lines.size(); i-- > 0;)
    text += (i + 1 == lines.size() ? " " : ", ") + std::to_string(lines[i]);
  diagnostic->notes.push_back({Span(), text + " before"});
}

}  // namespace tirx::sim
