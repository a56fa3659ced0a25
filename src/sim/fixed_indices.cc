// SPDX-License-Identifier: Apache-2.0
#include "sim/fixed_indices.h"

#include <algorithm>
#include <map>

namespace tirx::sim {
namespace {

// The units of the register block that an instruction writes.
struct Written {
  size_t first = 0, count = 0;
};

Written WrittenBy(const Program& program, const Instr& instr) {
  const size_t units = instr.form & kVectorD ? size_t(VectorUnits(instr.type)) : 1;
  switch (FamilyOf(instr.op)) {
    case Family::Binary:
    case Family::Unary:
    case Family::Move:
      return {instr.d, units};
    case Family::Compare:
      return {instr.d, instr.form & kVectorD ? size_t(VectorUnits(Type::Bool)) : 1};
    case Family::Memory:
      if (instr.op == Op::Store || instr.op == Op::StoreLocal) return {};
      return {instr.d, units * (instr.op == Op::Address ? 1 : program.accesses[instr.aux].lanes)};
    case Family::Call: {
      if (instr.op == Op::MarkCell) return {instr.d, 1};
      if (instr.op != Op::CallOp) return {};
      const OpResult& result = program.calls[instr.aux].result;
      if (!result.used) return {};
      return {result.reg, result.vector ? size_t(VectorUnits(result.type)) : 1};
    }
    case Family::Control:
      break;
  }
  return {};
}

// How often each unit is written, more than once counting as twice: so do instructions in loops.
std::vector<uint8_t> CountWrites(const Program& program) {
  const size_t count = program.code.size();
  std::vector<uint32_t> loop_starts(count + 1), loop_ends(count + 1);
  for (size_t i = 0; i < count; ++i) {
    const Instr& instr = program.code[i];
    if (FamilyOf(instr.op) != Family::Control || instr.aux > i || instr.op == Op::Exit) continue;
    ++loop_starts[instr.aux];
    ++loop_ends[i + 1];
  }
  std::vector<uint8_t> writes(program.register_units);
  uint32_t loops = 0;
  for (size_t i = 0; i < count; ++i) {
    loops += loop_starts[i] - loop_ends[i];
    const Written written = WrittenBy(program, program.code[i]);
    for (size_t unit = written.first; unit < written.first + written.count; ++unit)
      writes[unit] = uint8_t(std::min(2, writes[unit] + (loops ? 2 : 1)));
  }
  return writes;
}

}  // namespace

void NumberFixedIndices(Program& program) {
  const std::vector<uint8_t> writes = CountWrites(program);
  std::map<Reg, uint16_t> numbers;
  for (Access& access : program.accesses)
    for (AccessDim& dim : access.dims) {
      if (!dim.vector) continue;
      const auto first = writes.begin() + dim.index;
      const int units = VectorUnits(dim.wide ? Type::I64 : Type::I32);
      if (!std::all_of(first, first + units, [](uint8_t count) { return count == 1; })) continue;
      dim.fixed = numbers.try_emplace(dim.index, uint16_t(numbers.size())).first->second;
    }
  program.fixed_indices = uint16_t(numbers.size());
}

}  // namespace tirx::sim
