// SPDX-License-Identifier: Apache-2.0
// The state of one running host function, and the steps that its instructions take.
#pragma once

#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#include "runtime/host_arguments.h"
#include "runtime/host_vm.h"

namespace tirx::runtime {

using HostRegister = tirx_value;

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
  tirx_function plain() const { return {function.name.c_str(), function.signature.c_str()}; }
};

// Runs `function` with its parameter registers taken from `caller`'s, or from packed arguments when there is
// none.
int RunHostFunction(HostFrame* frame);
int CallInnerFunction(HostFrame& caller, const HostCall& call);

// As tvm-ffi has it. What int64 does not hold is an object, which the caller owns.
TVMFFIAny PackValue(HostValueKind kind, HostRegister value);

#define TIRX_HOST_STEP(Name, ...) int Step##Name(HostFrame& frame, const HostInstruction& in);
#include "runtime/host_ops.def"

}  // namespace tirx::runtime
