// SPDX-License-Identifier: Apache-2.0
#include "sim/machine.h"

#include <algorithm>

#include "sim/exec.h"

namespace tirx::sim {
namespace {

enum class Family : uint8_t { Control, Binary, Compare, Unary, Move, Memory, Call };

constexpr Family kFamilies[] = {
#define TIRX_SIM_OP(Name, family) Family::family,
#include "sim/opcodes.def"
#undef TIRX_SIM_OP
};
constexpr const char* kNames[] = {
#define TIRX_SIM_OP(Name, family) #Name,
#include "sim/opcodes.def"
#undef TIRX_SIM_OP
};

Handler FindInFamily(const Instr& instr, const NumericMode& mode) {
  switch (kFamilies[int(instr.op)]) {
    case Family::Control:
      return FindControlHandler(instr);
    case Family::Binary:
      return FindBinaryHandler(instr, mode);
    case Family::Compare:
      return FindCompareHandler(instr, mode);
    case Family::Unary:
      return FindUnaryHandler(instr, mode);
    case Family::Move:
      return FindMoveHandler(instr);
    case Family::Memory:
      return FindMemoryHandler(instr);
    case Family::Call:
      break;
  }
  return FindCallHandler(instr);
}

}  // namespace

Handler FindHandler(const Instr& instr, const NumericMode& mode) {
  Handler handler = FindInFamily(instr, mode);
  TIRX_CHECK(handler, std::string("no handler for ") + kNames[int(instr.op)] + " on " + TypeName(instr.type) +
                          ", form " + std::to_string(instr.form));
  return handler;
}

Machine::Machine(const Program& program, const NumericMode& mode, const Checks& checks, int fault_limit)
    : program(program),
      mode(mode),
      checks(checks),
      access_states(program.accesses.size()),
      faults(program.name, fault_limit) {
  code.reserve(program.code.size());
  for (const Instr& instr : program.code)
    code.push_back({FindHandler(instr, mode), instr.d, instr.a, instr.b, instr.c, instr.aux, instr.site});
}

static Dim3 Unfold(uint64_t linear, const Dim3& dims) {
  return {uint32_t(linear % dims.x), uint32_t(linear / dims.x % dims.y), uint32_t(linear / dims.x / dims.y)};
}

ThreadPlace Machine::PlaceOf(const Warp& warp, int lane) const {
  return {block_index, Unfold(uint32_t(warp.id * kLanes + lane), block)};
}

uint32_t Machine::BlockOf(uint32_t clock) const {
  auto next = std::upper_bound(block_clocks.begin(), block_clocks.end(), clock);
  return uint32_t(next - block_clocks.begin()) - 1;
}

ThreadPlace Machine::PlaceOf(Stamp stamp) const {
  int lane = LaneOf(stamp);
  if (IsGroup(stamp) && ClockOf(stamp) >= first_clock) {
    const auto& groups = warps[size_t(AgentOf(stamp))].groups;
    lane = size_t(lane) < groups.size() ? FirstLane(groups[size_t(lane)]) : 0;
  } else if (IsGroup(stamp)) {
    lane = 0;
  }
  return {Unfold(BlockOf(ClockOf(stamp)), grid), Unfold(uint32_t(AgentOf(stamp) * kLanes + lane), block)};
}

}  // namespace tirx::sim
