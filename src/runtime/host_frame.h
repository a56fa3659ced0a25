// SPDX-License-Identifier: Apache-2.0
// The state of one running host function, and the steps that its instructions take.
#pragma once

#include "runtime/host_vm.h"

namespace tirx::runtime {

union HostRegister {
  int64_t i;
  uint64_t u;
  double f;
  void* p;
};

struct HostFrame {
  const LinkedProgram& linked;
  const HostFunction& function;
  HostRegister* registers;
  char* memory;  // function.frame_bytes of it
  const TVMFFIAny* args = nullptr;
  int32_t num_args = 0;
  int32_t device_id = -1;
  int32_t depth = 0;
  uint32_t jumps_left = 0;  // backward jumps until the next look at the loop
  uint32_t looks = 0;
  HostRegister value{};  // of the return
  HostValueKind value_kind = HostValueKind::kNone;

  const HostProgram& program() const { return linked.program; }
  HostRegister& reg(Reg index) { return registers[index]; }
};

// Runs `function` with its parameter registers taken from `caller`'s, or from packed arguments when there is
// none.
int RunHostFunction(HostFrame* frame);
int CallInnerFunction(HostFrame& caller, const HostCall& call);

#define TIRX_HOST_STEP(Name, spelling, operands) int Step##Name(HostFrame& frame, const HostInstruction& in);
#include "runtime/host_ops.def"

// "Mismatched type on argument #1 when calling: `f(...)`, expected int, got str". `field` replaces "type"
// where given.
int RaiseMismatch(const HostFrame& frame, const char* kind, const HostParam& param, const std::string& what,
                  const std::string& expected, const std::string& got);

}  // namespace tirx::runtime
