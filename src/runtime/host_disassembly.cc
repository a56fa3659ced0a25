// SPDX-License-Identifier: Apache-2.0
// Host programs as text, one instruction a line.
#include "runtime/host_program.h"

namespace tirx::runtime {

namespace {

std::string Regs(const std::vector<Reg>& regs) {
  std::string text;
  for (Reg reg : regs) text += (text.empty() ? "r" : ", r") + std::to_string(reg);
  return "(" + text + ")";
}

std::string Values(const std::vector<HostValue>& values) {
  std::string text;
  for (const HostValue& value : values) {
    if (!text.empty()) text += ", ";
    text += value.kind == HostValueKind::kText ? "\"" + value.text + "\"" : "r" + std::to_string(value.reg);
  }
  return "(" + text + ")";
}

std::string Result(Reg reg) {
  return reg == kNoReg ? "" : " -> r" + std::to_string(reg);
}

std::string Expectation(const HostExpectation& expectation) {
  switch (expectation.kind) {
    case HostExpectation::kAny:
      return "any";
    case HostExpectation::kConstant:
      return std::to_string(expectation.value);
    case HostExpectation::kRegister:
      return "r" + std::to_string(expectation.value);
  }
  return "?";
}

std::string TensorCheck(const HostProgram& program, const HostTensorCheck& check) {
  std::string shape;
  for (const HostExpectation& dim : check.shape) shape += (shape.empty() ? "" : ", ") + Expectation(dim);
  return program.params[check.param].name + " shape (" + shape + ") align " + std::to_string(check.alignment);
}

std::string Operand(const HostProgram& program, char kind, uint16_t value,
                    const HostInstruction& instruction) {
  switch (kind) {
    case 'D':
    case 'R':
    case 'M':
      return "r" + std::to_string(value);
    case 'I':
      return std::to_string(value);
    case 'K':
      return std::to_string(program.constants[value]);
    case 'P':
      return program.params[value].name;
    case 'T':
      return TensorCheck(program, program.tensor_checks[value]);
    case 'A':
      return program.assertions[value].error_kind + " " + Values(program.assertions[value].message);
    case 'L': {
      const HostLaunch& launch = program.launches[value];
      return program.kernels[launch.kernel].name + Regs(launch.args) + " " + Regs(launch.launch_values);
    }
    case 'C': {
      const HostCall& call = program.calls[value];
      return program.functions[call.function].name + Regs(call.args) + Result(call.result);
    }
    case 'G': {
      const HostGlobalCall& call = program.global_calls[value];
      return "\"" + call.name + "\"" + Values(call.args) + Result(call.result);
    }
    case 'J':
      return "@" + std::to_string(instruction.wide());
    case 'S':
      return "+" + std::to_string(instruction.wide());
    default:
      return "";
  }
}

}  // namespace

std::string Disassemble(const HostProgram& program) {
  std::string text;
  for (const HostFunction& function : program.functions) {
    text += (function.exported ? "export " : "") + function.name + "\n";
    for (size_t at = 0; at < function.code.size(); ++at) {
      const HostInstruction& instruction = function.code[at];
      const HostOpInfo& info = InfoOf(instruction.op);
      text += "  " + std::to_string(at) + ": " + std::string(info.spelling);
      const uint16_t operands[3] = {instruction.a, instruction.b, instruction.c};
      for (int k = 0; k < 3; ++k) {
        std::string operand = Operand(program, info.operands[k], operands[k], instruction);
        if (!operand.empty()) text += " " + operand;
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace tirx::runtime
