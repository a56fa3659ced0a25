// SPDX-License-Identifier: Apache-2.0
// Steps of host bytecode that leave the function: assertions, calls, launches.
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <string>

#include "base/small_array.h"
#include "runtime/host_calls.h"
#include "runtime/host_frame.h"
#include "runtime/kernel_cells.h"

namespace tirx::runtime {

namespace {

constexpr size_t kInlineArgs = 32;  // arguments of a launch or call that need no allocation

void AddValue(HostFrame& frame, const HostValue& value, tirx_text* text) {
  switch (value.kind) {
    case HostValueKind::kText:
      return tirx_add_bytes(text, value.text.data(), value.text.size());
    case HostValueKind::kInt:
      return tirx_add_int(text, frame.reg(value.reg).i);
    case HostValueKind::kUInt:
      return tirx_add_uint(text, frame.reg(value.reg).u);
    case HostValueKind::kBool:
      return tirx_add_bool(text, frame.reg(value.reg).i);
    case HostValueKind::kFloat:
      return tirx_add_float(text, frame.reg(value.reg).f);
    default:
      return tirx_add(text, "<handle>");
  }
}

TVMFFIAny PackArgument(HostFrame& frame, const HostValue& value) {
  if (value.kind == HostValueKind::kText) return tirx_any_text(value.text.c_str());
  return PackValue(value.kind, frame.reg(value.reg));
}

// A register's value as a kernel argument; integers are truncated by their size.
uint64_t CellOf(HostRegister value, DType dtype) {
  return IsFloating(dtype) ? CellOfFloat(value.f, dtype) : value.u;
}

}  // namespace

TVMFFIAny PackValue(HostValueKind kind, HostRegister value) {
  switch (kind) {
    case HostValueKind::kInt:
      return tirx_any_int(value.i);
    case HostValueKind::kUInt:
      return tirx_any_uint(value.u);
    case HostValueKind::kBool:
      return tirx_any_bool(value.i);
    case HostValueKind::kFloat:
      return tirx_any_float(value.f);
    case HostValueKind::kHandle:
      return tirx_any_pointer(value.p);
    case HostValueKind::kTensor:
      return tirx_any_tensor(value.p);
    default:
      return tirx_any(kTVMFFINone, tirx_of_int(0));
  }
}

int StepAssert(HostFrame& frame, const HostInstruction& in) {
  if (frame.reg(in.a).i != 0) return 0;
  const HostAssertion& assertion = frame.program().assertions[in.b];
  tirx_text message{};
  for (const HostValue& part : assertion.message) AddValue(frame, part, &message);
  return tirx_raise_text(assertion.error_kind.c_str(), &message);
}

int StepCallHost(HostFrame& frame, const HostInstruction& in) {
  return CallInnerFunction(frame, frame.program().calls[in.a]);
}

int StepCallGlobal(HostFrame& frame, const HostInstruction& in) {
  const HostGlobalCall& call = frame.program().global_calls[in.a];
  SmallArray<TVMFFIAny, kInlineArgs> args(call.args.size());
  for (size_t i = 0; i < call.args.size(); ++i) args[i] = PackArgument(frame, call.args[i]);
  HostRegister value{};
  if (tirx_call_global(frame.function.name.c_str(), call.name.c_str(), args.data(), int32_t(call.args.size()),
                       TakenType(call.result_kind), &value) != 0)
    return -1;
  if (call.result != kNoReg) frame.reg(call.result) = value;
  return 0;
}

int StepSetDevice(HostFrame& frame, const HostInstruction& in) {
  frame.device_id = int32_t(frame.reg(in.a).i);
  return 0;
}

int StepLaunch(HostFrame& frame, const HostInstruction& in) {
  const HostLaunch& launch = frame.program().launches[in.a];
  const KernelInfo& kernel = frame.program().kernels[launch.kernel];
  const HostKernelSlot& slot = frame.linked.kernels[launch.kernel];
  if (slot.launcher == nullptr)
    return Raise(kRuntimeError, "kernel `" + kernel.name + "` is in none of the executable's device modules");
  int64_t values[kMaxLaunchValues];
  for (size_t i = 0; i < launch.launch_values.size(); ++i) values[i] = frame.reg(launch.launch_values[i]).i;
  LaunchConfig config = FillLaunchConfig(slot.plan, values);
  LaunchVerdict verdict = CheckLaunch(config, slot.limits, kernel.name);
  if (verdict != LaunchVerdict::kLaunch) return verdict == LaunchVerdict::kRaised ? -1 : 0;
  SmallArray<uint64_t, kInlineArgs> cells(launch.args.size());
  for (size_t i = 0; i < launch.args.size(); ++i)
    cells[i] = CellOf(frame.reg(launch.args[i]), kernel.arg_types[i]);
  return slot.launcher->Launch({slot.kernel, cells.data(), &config, frame.device_id});
}

}  // namespace tirx::runtime
