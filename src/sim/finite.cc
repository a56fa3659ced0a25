// SPDX-License-Identifier: Apache-2.0
// On request: which instruction makes NaN or infinity of finite operands. Instructions with floating-point
// results get a handler around theirs, so that nothing is paid where nobody asks.
#include <cmath>
#include <cstring>

#include "sim/exec.h"

namespace tirx::sim {
namespace {

constexpr size_t kVectorBytes = size_t(VectorUnits(Type::F64)) * kRegisterUnit;

// What an instruction computes with: what is in `args` may have been overwritten by the result afterwards.
struct Operands {
  std::array<OpArgument, 3> args;
  size_t count = 0;
  alignas(64) char kept[3][kVectorBytes];

  void Add(const OpArgument& arg) {
    if (count < args.size()) args[count++] = arg;
  }
  void Keep(const Warp& w) {
    for (size_t i = 0; i < count; ++i)
      std::memcpy(kept[i], w.At<char>(args[i].reg),
                  size_t(args[i].vector ? VectorUnits(args[i].type) : 1) * kRegisterUnit);
  }
  const void* Of(size_t i, int lane) const {
    return kept[i] + size_t(args[i].vector ? lane : 0) * (IsWide(args[i].type) ? 8 : 4);
  }
};

LaneMask NonFinite(Type type, bool vector, const void* data) {
  LaneMask lanes = 0;
  for (int i = 0; i < kLanes; ++i) {
    const int at = vector ? i : 0;
    const bool finite = type == Type::F64 ? std::isfinite(static_cast<const double*>(data)[at])
                                          : std::isfinite(static_cast<const float*>(data)[at]);
    lanes |= LaneMask(!finite) << i;
  }
  return lanes;
}

bool IsCall(const Instr& instr) {
  return instr.op == Op::CallOp;
}
bool IsBinary(const Instr& instr) {
  return instr.op >= Op::Add && instr.op <= Op::Max;
}

OpResult ResultOf(const Program& program, const Instr& instr) {
  if (IsCall(instr)) return program.calls[instr.aux].result;
  return {instr.d, instr.type, (instr.form & kVectorD) != 0, true};
}

Operands OperandsOf(const Program& program, const Instr& instr) {
  Operands operands;
  if (IsCall(instr)) {
    for (const OpArgument& arg : program.calls[instr.aux].args) operands.Add(arg);
    return operands;
  }
  const Type type = instr.op == Op::Cast ? instr.from : instr.type;
  operands.Add({instr.a, type, (instr.form & kVectorA) != 0});
  if (IsBinary(instr)) operands.Add({instr.b, type, (instr.form & kVectorB) != 0});
  return operands;
}

std::string NameOf(const Program& program, const Instr& instr) {
  switch (instr.op) {
    case Op::Add:
      return "`+`";
    case Op::Sub:
      return "`-`";
    case Op::Mul:
      return "`*`";
    case Op::Div:
      return "`/`";
    case Op::CallOp:
      return "`" + program.calls[instr.aux].name + "`";
    default:
      return "the conversion to " + std::string(TypeName(instr.type));
  }
}

diag::Diagnostic Describe(const Warp& w, const Instr& instr, const Operands& operands, int lane) {
  const Program& program = w.machine->program;
  std::string what = NameOf(program, instr) + " of ";
  for (size_t i = 0; i < operands.count; ++i)
    what += (i ? " and " : "") + ValueText(operands.args[i].type, operands.Of(i, lane));
  const OpResult result = ResultOf(program, instr);
  const char* value =
      w.At<char>(result.reg) + size_t(result.vector ? lane : 0) * (IsWide(result.type) ? 8 : 4);
  const bool is_nan = result.type == Type::F64 ? std::isnan(*reinterpret_cast<const double*>(value))
                                               : std::isnan(*reinterpret_cast<const float*>(value));
  // The sign of a NaN differs between machines.
  return diag::Make(DK::SimNonFinite, w.machine->SpanOf(instr.site),
                    {what, is_nan ? "NaN" : ValueText(result.type, value)});
}

const ExecInstr* RunWatched(Warp& w, const ExecInstr* ip) {
  Machine& m = *w.machine;
  const size_t at = size_t(ip - m.code.data());
  const Instr& instr = m.program.code[at];
  Operands operands = OperandsOf(m.program, instr);
  operands.Keep(w);
  const ExecInstr* next = m.unwatched[at](w, ip);
  const OpResult result = ResultOf(m.program, instr);
  LaneMask made = w.mask & NonFinite(result.type, result.vector, w.At<char>(result.reg));
  for (size_t i = 0; made && i < operands.count; ++i)
    if (IsFloat(operands.args[i].type))
      made &= ~NonFinite(operands.args[i].type, operands.args[i].vector, operands.kept[i]);
  m.Report(DK::SimNonFinite, w, ip->site, made, [&](int lane) { return Describe(w, instr, operands, lane); });
  return next;
}

bool ComputesFloats(const Program& program, const Instr& instr) {
  if (IsCall(instr)) {
    const OpCall& call = program.calls[instr.aux];
    return call.pure && call.result.used && IsFloat(call.result.type) && call.args.size() <= 3;
  }
  return (IsBinary(instr) || instr.op == Op::Cast) && IsFloat(instr.type);
}

}  // namespace

void WatchForNonFinite(Machine& m) {
  m.unwatched.resize(m.code.size());
  for (size_t i = 0; i < m.code.size(); ++i) {
    if (!ComputesFloats(m.program, m.program.code[i])) continue;
    m.unwatched[i] = std::exchange(m.code[i].handler, RunWatched);
  }
}

}  // namespace tirx::sim
