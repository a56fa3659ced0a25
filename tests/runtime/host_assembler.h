// SPDX-License-Identifier: Apache-2.0
// Host programs written by hand.
#pragma once

#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "runtime/host_program.h"

namespace tirx::testing {

using runtime::HostInstruction;
using runtime::HostOp;

struct HostAssembler {
  runtime::HostProgram program;

  // The last function takes the instructions.
  runtime::HostFunction& Function(std::string name, uint16_t num_params, uint16_t num_registers,
                                  bool exported = true) {
    runtime::HostFunction function;
    function.signature = name + "(...)";
    function.name = std::move(name);
    function.exported = exported;
    function.num_params = num_params;
    function.num_registers = num_registers;
    program.functions.push_back(std::move(function));
    return program.functions.back();
  }
  HostAssembler& Op(HostOp op, int a = 0, int b = 0, int c = 0) {
    program.functions.back().code.push_back({op, uint16_t(a), uint16_t(b), uint16_t(c)});
    return *this;
  }
  HostAssembler& Const(int reg, int64_t value) {
    program.constants.push_back(value);
    return Op(HostOp::Const, reg, int(program.constants.size() - 1));
  }
  HostAssembler& Const(int reg, double value) {
    int64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return Const(reg, bits);
  }
  int Param(uint16_t index, std::string name, std::string expected, DType dtype, uint16_t ndim = 0) {
    program.params.push_back({index, std::move(name), std::move(expected), dtype, ndim});
    return int(program.params.size() - 1);
  }
};

}  // namespace tirx::testing
