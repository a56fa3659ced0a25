// SPDX-License-Identifier: Apache-2.0
#include "sim/machine.h"

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

Machine::Machine(const Program& program, const NumericMode& mode, int fault_limit)
    : program(program),
      mode(mode),
      access_states(program.accesses.size()),
      faults(program.name, fault_limit) {
  code.reserve(program.code.size());
  for (const Instr& instr : program.code)
    code.push_back({FindHandler(instr, mode), instr.d, instr.a, instr.b, instr.c, instr.aux, instr.site});
}

ThreadPlace Machine::PlaceOf(const Warp& warp, int lane) const {
  uint32_t linear = uint32_t(warp.id * kLanes + lane);
  return {block_index, {linear % block.x, linear / block.x % block.y, linear / block.x / block.y}};
}

}  // namespace tirx::sim
