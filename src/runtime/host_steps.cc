// SPDX-License-Identifier: Apache-2.0
// Steps of host bytecode that leave the function: assertions, calls, launches.
#include <tvm/ffi/function.h>

#include <cstdio>
#include <string>

#include "runtime/host_frame.h"
#include "runtime/kernel_cells.h"

namespace tirx::runtime {

namespace {

constexpr size_t kInlineArgs = 32;  // arguments of a launch or call that need no allocation

std::string TextOf(HostFrame& frame, const HostValue& value) {
  switch (value.kind) {
    case HostValueKind::kText:
      return value.text;
    case HostValueKind::kInt:
      return std::to_string(frame.reg(value.reg).i);
    case HostValueKind::kUInt:
      return std::to_string(frame.reg(value.reg).u);
    case HostValueKind::kBool:
      return frame.reg(value.reg).i != 0 ? "True" : "False";
    case HostValueKind::kFloat: {
      char text[32];
      std::snprintf(text, sizeof(text), "%.9g", frame.reg(value.reg).f);
      return text;
    }
    default:
      return "<handle>";
  }
}

// A small array on the stack, a large one on the heap.
template <class T>
class SmallArray {
 public:
  explicit SmallArray(size_t count) {
    if (count > kInlineArgs) heap_.resize(count);
    data_ = count > kInlineArgs ? heap_.data() : inline_;
  }
  T& operator[](size_t i) { return data_[i]; }
  T* data() { return data_; }

 private:
  T* data_;
  T inline_[kInlineArgs];
  std::vector<T> heap_;
};

TVMFFIAny PackValue(HostFrame& frame, const HostValue& value) {
  TVMFFIAny any{};
  switch (value.kind) {
    case HostValueKind::kInt:
    case HostValueKind::kUInt:
      any.type_index = kTVMFFIInt;
      break;
    case HostValueKind::kBool:
      any.type_index = kTVMFFIBool;
      break;
    case HostValueKind::kFloat:
      any.type_index = kTVMFFIFloat;
      break;
    case HostValueKind::kTensor:
      any.type_index = kTVMFFIDLTensorPtr;
      break;
    case HostValueKind::kText:
      any.type_index = kTVMFFIRawStr;
      any.v_c_str = value.text.c_str();
      return any;
    default:
      any.type_index = kTVMFFIOpaquePtr;
      break;
  }
  any.v_uint64 = frame.reg(value.reg).u;
  return any;
}

// What a called function returned, as the register's kind; false when it does not convert.
bool UnpackResult(const TVMFFIAny& any, HostValueKind kind, HostRegister* value) {
  const bool is_int = any.type_index == kTVMFFIInt || any.type_index == kTVMFFIBool;
  switch (kind) {
    case HostValueKind::kNone:
      return true;
    case HostValueKind::kInt:
    case HostValueKind::kUInt:
    case HostValueKind::kBool:
      value->i = kind == HostValueKind::kBool ? any.v_int64 != 0 : any.v_int64;
      return is_int;
    case HostValueKind::kFloat:
      value->f = is_int ? double(any.v_int64) : any.v_float64;
      return is_int || any.type_index == kTVMFFIFloat;
    case HostValueKind::kHandle:
      value->p = any.type_index == kTVMFFINone ? nullptr : any.v_ptr;
      return any.type_index == kTVMFFINone || any.type_index == kTVMFFIOpaquePtr;
    default:
      return false;
  }
}

// A register's value as a kernel argument; integers are truncated by their size.
uint64_t CellOf(HostRegister value, DType dtype) {
  return IsFloating(dtype) ? CellOfFloat(value.f, dtype) : value.u;
}

}  // namespace

int StepAssert(HostFrame& frame, const HostInstruction& in) {
  if (frame.reg(in.a).i != 0) return 0;
  const HostAssertion& assertion = frame.program().assertions[in.b];
  std::string message;
  for (const HostValue& part : assertion.message) message += TextOf(frame, part);
  return Raise(assertion.error_kind.c_str(), message);
}

int StepCallHost(HostFrame& frame, const HostInstruction& in) {
  return CallInnerFunction(frame, frame.program().calls[in.a]);
}

int StepCallGlobal(HostFrame& frame, const HostInstruction& in) {
  const HostGlobalCall& call = frame.program().global_calls[in.a];
  TVMFFIByteArray name{call.name.data(), call.name.size()};
  TVMFFIObjectHandle function = nullptr;
  if (TVMFFIFunctionGetGlobal(&name, &function) != 0) return -1;
  if (function == nullptr)
    return Raise(kRuntimeError, "`" + frame.function.name + "` calls the global function `" + call.name +
                                    "`, which is not registered");
  SmallArray<TVMFFIAny> args(call.args.size());
  for (size_t i = 0; i < call.args.size(); ++i) args[i] = PackValue(frame, call.args[i]);
  TVMFFIAny result{};
  int status = TVMFFIFunctionCall(function, args.data(), int32_t(call.args.size()), &result);
  TVMFFIObjectDecRef(function);
  if (status != 0) return -1;
  HostRegister value{};
  bool fits = UnpackResult(result, call.result_kind, &value);
  if (result.type_index >= kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(result.v_obj);
  if (!fits)
    return Raise(kTypeError, "`" + call.name + "` returned a value of another type than the script says");
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
  SmallArray<uint64_t> cells(launch.args.size());
  for (size_t i = 0; i < launch.args.size(); ++i)
    cells[i] = CellOf(frame.reg(launch.args[i]), kernel.arg_types[i]);
  return slot.launcher->Launch({slot.kernel, cells.data(), &config, frame.device_id});
}

}  // namespace tirx::runtime
