// SPDX-License-Identifier: Apache-2.0
// What each instruction reads and writes, from its row and from the program's tables.
#include "codegen/c_host_variables.h"

namespace tirx::codegen {

using runtime::HostInstruction;
using runtime::HostOp;
using runtime::HostProgram;
using runtime::HostValueKind;
using runtime::kNoReg;
using runtime::Reg;

namespace {

using Reads = std::vector<std::pair<Reg, char>>;

void AddValues(const std::vector<runtime::HostValue>& values, Reads* reads) {
  for (const runtime::HostValue& value : values)
    if (value.kind != HostValueKind::kText) reads->emplace_back(value.reg, ValueType(value.kind));
}

void AddExpectation(const runtime::HostExpectation& expectation, Reads* reads) {
  if (expectation.kind == runtime::HostExpectation::kRegister)
    reads->emplace_back(Reg(expectation.value), 'i');
}

void AddTensorCheck(const runtime::HostTensorCheck& check, Reads* reads) {
  for (const auto& dim : check.shape) AddExpectation(dim, reads);
  for (const auto& stride : check.strides) AddExpectation(stride, reads);
  AddExpectation(check.byte_offset, reads);
  if (check.device_id != kNoReg) reads->emplace_back(check.device_id, 'i');
}

void AddLaunch(const HostProgram& program, const runtime::HostLaunch& launch, Reads* reads) {
  const auto& types = program.kernels[launch.kernel].arg_types;
  for (size_t i = 0; i < launch.args.size(); ++i) reads->emplace_back(launch.args[i], CellType(types[i]));
  for (Reg value : launch.launch_values) reads->emplace_back(value, 'i');
}

// Rows of the program that an operand names.
void AddRow(const HostProgram& program, char kind, uint16_t row, Reads* reads) {
  switch (kind) {
    case 'T':
      return AddTensorCheck(program.tensor_checks[row], reads);
    case 'A':
      return AddValues(program.assertions[row].message, reads);
    case 'L':
      return AddLaunch(program, program.launches[row], reads);
    case 'C':
      for (Reg arg : program.calls[row].args) reads->emplace_back(arg, '-');
      return;
    case 'G':
      return AddValues(program.global_calls[row].args, reads);
    default:
      return;
  }
}

}  // namespace

char ReturnType(HostOp op) {
  return op == HostOp::ReturnFloat    ? 'f'
         : op == HostOp::ReturnHandle ? 'p'
         : op == HostOp::ReturnUInt   ? 'u'
                                      : 'i';
}

bool IsJump(HostOp op) {
  return op == HostOp::Jump || op == HostOp::JumpIf || op == HostOp::JumpIfNot;
}

char CellType(DType dtype) {
  return IsHandle(dtype) ? 'p' : IsFloating(dtype) ? 'f' : 'i';
}

char ValueType(HostValueKind kind) {
  switch (kind) {
    case HostValueKind::kUInt:
      return 'u';
    case HostValueKind::kFloat:
      return 'f';
    case HostValueKind::kHandle:
    case HostValueKind::kTensor:
      return 'p';
    default:
      return 'i';
  }
}

std::vector<std::pair<Reg, char>> RegistersRead(const HostProgram& program, const HostInstruction& in) {
  const runtime::HostOpInfo& info = runtime::InfoOf(in.op);
  const uint16_t operands[3] = {in.a, in.b, in.c};
  Reads reads;
  for (int k = 0; k < 3; ++k) {
    const char kind = info.operands[size_t(k)];
    char type = info.types[size_t(k)];
    if (in.op == HostOp::JumpIf || in.op == HostOp::JumpIfNot || in.op == HostOp::Assert) type = 'i';
    if (runtime::IsReturn(in.op)) type = ReturnType(in.op);
    if (in.op == HostOp::Move) type = '-';
    if (in.op == HostOp::Select) type = k == 0 ? 'i' : '-';
    if (kind == 'R' || kind == 'M') reads.emplace_back(operands[k], type);
    AddRow(program, kind, operands[k], &reads);
  }
  return reads;
}

std::pair<Reg, char> RegisterWritten(const HostProgram& program, const HostInstruction& in) {
  const runtime::HostOpInfo& info = runtime::InfoOf(in.op);
  switch (in.op) {
    case HostOp::Const:
    case HostOp::Move:
    case HostOp::Select:
      return {in.a, '-'};
    case HostOp::FrameAddress:
      return {in.a, 'p'};
    case HostOp::CallHost:
      return {program.calls[in.a].result, '-'};
    case HostOp::CallGlobal:
      return {program.global_calls[in.a].result, ValueType(program.global_calls[in.a].result_kind)};
    default:
      return info.operands[0] == 'D' ? std::pair(in.a, info.types[0]) : std::pair(kNoReg, '-');
  }
}

}  // namespace tirx::codegen
