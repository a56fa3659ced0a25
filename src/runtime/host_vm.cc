// SPDX-License-Identifier: Apache-2.0
#include "runtime/host_vm.h"

#include <tvm/ffi/extra/c_env_api.h>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "base/interrupt.h"
#include "runtime/host_arith.h"
#include "runtime/host_frame.h"

namespace tirx::runtime {

namespace {

// Backward jumps between two looks at a loop, and looks until the warning: eight million iterations.
constexpr uint32_t kJumpsPerLook = TIRX_JUMPS_PER_LOOK;
constexpr uint32_t kLooksUntilWarning = 8;
// The interpreter has set its exception (tvm-ffi, error.h, EnvErrorAlreadySet).
constexpr const char* kPythonsOwnError = "EnvErrorAlreadySet";
constexpr size_t kInlineRegisters = 96;
constexpr size_t kInlineFrameBytes = 256;

void WarnOnce(const std::string& function) {
  static std::mutex mutex;
  static std::set<std::string>* warned = new std::set<std::string>;
  std::lock_guard<std::mutex> lock(mutex);
  if (!warned->insert(function).second) return;
  std::fprintf(
      stderr,
      "tirx: warning: host function `%s` has looped %u million times in the bytecode interpreter, which is "
      "for control; move the loop into a kernel, or export the host code as a library\n",
      function.c_str(), kLooksUntilWarning * kJumpsPerLook / 1000000);
}

int LookAtLoop(HostFrame& frame) {
  frame.jumps_left = kJumpsPerLook;
  if (++frame.looks == kLooksUntilWarning) WarnOnce(frame.function.name);
  if (!Interrupted()) return 0;
  if (TakeInterrupt()) return tirx_raise(kPythonsOwnError, "");
  return Raise(kRuntimeError, "interrupted while host function `" + frame.function.name + "` ran");
}

int Finish(HostFrame& frame, HostValueKind kind, HostRegister value) {
  frame.value_kind = kind;
  frame.value = value;
  return 0;
}

// The memory of a call: registers and local tensors, on the native stack when small.
struct HostStack {
  explicit HostStack(const HostFunction& function) {
    registers = inline_registers;
    if (function.num_registers > kInlineRegisters) {
      more_registers.reset(new HostRegister[function.num_registers]);
      registers = more_registers.get();
    }
    std::memset(static_cast<void*>(registers), 0, function.num_registers * sizeof(HostRegister));
    memory = inline_memory;
    if (function.frame_bytes > kInlineFrameBytes) {
      more_memory.reset(new char[function.frame_bytes]);
      memory = more_memory.get();
    }
    std::memset(memory, 0, function.frame_bytes);
  }
  HostRegister* registers;
  char* memory;
  HostRegister inline_registers[kInlineRegisters];
  alignas(16) char inline_memory[kInlineFrameBytes];
  std::unique_ptr<HostRegister[]> more_registers;
  std::unique_ptr<char[]> more_memory;
};

RuntimeStatus LinkKernel(const KernelInfo& kernel, const std::vector<KernelLauncher*>& launchers,
                         HostKernelSlot* slot) {
  for (KernelLauncher* launcher : launchers) {
    const std::vector<KernelInfo>& offered = launcher->kernels();
    for (size_t i = 0; i < offered.size(); ++i) {
      if (offered[i].name != kernel.name) continue;
      if (slot->launcher != nullptr)
        return RuntimeStatus::Error(kValueError, "two device modules have a kernel `" + kernel.name + "`");
      if (!SameInterface(offered[i], kernel))
        return RuntimeStatus::Error(
            kValueError,
            "kernel `" + kernel.name + "` of the device module does not take what the host passes");
      slot->launcher = launcher;
      slot->kernel = int32_t(i);
      slot->limits = launcher->Limits();
    }
  }
  return MakeLaunchPlan(kernel, &slot->plan);
}

}  // namespace

RuntimeStatus LinkHostProgram(HostProgram program, const std::vector<KernelLauncher*>& launchers,
                              LinkedProgram* linked) {
  LinkedProgram made;
  made.kernels.resize(program.kernels.size());
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    RuntimeStatus status = LinkKernel(program.kernels[i], launchers, &made.kernels[i]);
    if (!status.ok()) return status;
    if (made.device == nullptr) made.device = made.kernels[i].launcher;
  }
  if (made.device != nullptr) {
    made.device_name = made.device->DeviceName();
    for (int32_t type = 0; type < 32; ++type)
      made.device_types |= uint32_t(made.device->AcceptsDevice(type)) << type;
  }
  made.program = std::move(program);
  *linked = std::move(made);
  return {};
}

// The cases of the machine's switch, from the rows of host_ops.def.
#define TIRX_HOST_VALUE1(Name, spelling, R, X, expression) \
  case HostOp::Name: {                                     \
    const auto x = r[in.b].X;                              \
    r[in.a].R = (expression);                              \
    break;                                                 \
  }
#define TIRX_HOST_VALUE2(Name, spelling, R, X, Y, expression) \
  case HostOp::Name: {                                        \
    const auto x = r[in.b].X;                                 \
    const auto y = r[in.c].Y;                                 \
    r[in.a].R = (expression);                                 \
    break;                                                    \
  }
#define TIRX_HOST_TRAP1(Name, spelling, R, X, condition, reason)             \
  case HostOp::Name: {                                                       \
    const auto x = r[in.b].X;                                                \
    decltype(r->R) z{};                                                      \
    if (!(condition)) return tirx_trap(frame.function.name.c_str(), reason); \
    r[in.a].R = z;                                                           \
    break;                                                                   \
  }
#define TIRX_HOST_TRAP2(Name, spelling, R, X, Y, condition, reason)          \
  case HostOp::Name: {                                                       \
    const auto x = r[in.b].X;                                                \
    const auto y = r[in.c].Y;                                                \
    decltype(r->R) z{};                                                      \
    if (!(condition)) return tirx_trap(frame.function.name.c_str(), reason); \
    r[in.a].R = z;                                                           \
    break;                                                                   \
  }
#define TIRX_HOST_STORE(Name, spelling, V, statement) \
  case HostOp::Name: {                                \
    void* const p = r[in.a].p;                        \
    const int64_t i = r[in.b].i;                      \
    const auto v = r[in.c].V;                         \
    statement;                                        \
    break;                                            \
  }
#define TIRX_HOST_STEP(Name, ...)              \
  case HostOp::Name:                           \
    if (Step##Name(frame, in) != 0) return -1; \
    break;

int RunHostFunction(HostFrame* the_frame) {
  HostFrame& frame = *the_frame;
  HostRegister* const r = frame.registers;
  const HostInstruction* const code = frame.function.code.data();
  const HostInstruction* at = code;
  frame.jumps_left = kJumpsPerLook;
  for (;;) {
    const HostInstruction& in = *at++;
    switch (in.op) {
#include "runtime/host_ops.def"
      case HostOp::Const:
        r[in.a].i = frame.program().constants[in.b];
        break;
      case HostOp::FrameAddress:
        r[in.a].p = frame.memory + in.wide();
        break;
      case HostOp::Select:
        r[in.a] = r[in.a].i != 0 ? r[in.b] : r[in.c];
        break;
      case HostOp::JumpIf:
        if (r[in.a].i == 0) break;
        goto jump;
      case HostOp::JumpIfNot:
        if (r[in.a].i != 0) break;
        goto jump;
      case HostOp::Jump:
      jump : {
        const HostInstruction* target = code + in.wide();
        if (target < at && --frame.jumps_left == 0 && LookAtLoop(frame) != 0) return -1;
        at = target;
        break;
      }
      case HostOp::ReturnNone:
        return 0;
      case HostOp::ReturnInt:
        return Finish(frame, HostValueKind::kInt, r[in.a]);
      case HostOp::ReturnUInt:
        return Finish(frame, HostValueKind::kUInt, r[in.a]);
      case HostOp::ReturnBool:
        return Finish(frame, HostValueKind::kBool, r[in.a]);
      case HostOp::ReturnFloat:
        return Finish(frame, HostValueKind::kFloat, r[in.a]);
      case HostOp::ReturnHandle:
        return Finish(frame, HostValueKind::kHandle, r[in.a]);
    }
  }
}

int CallInnerFunction(HostFrame& caller, const HostCall& call) {
  const HostFunction& function = caller.program().functions[call.function];
  if (caller.depth + 1 >= TIRX_MAX_DEPTH) return tirx_too_deep(function.name.c_str());
  HostStack stack(function);
  HostFrame frame{caller.linked, function, stack.registers, stack.memory};
  frame.device_id = caller.device_id;
  frame.depth = caller.depth + 1;
  for (size_t i = 0; i < call.args.size(); ++i) stack.registers[i] = caller.reg(call.args[i]);
  if (RunHostFunction(&frame) != 0) return -1;
  if (call.result != kNoReg) caller.reg(call.result) = frame.value;
  return 0;
}

int CallHostFunction(const LinkedProgram& linked, uint32_t index, const TVMFFIAny* args, int32_t num_args,
                     TVMFFIAny* result) {
  const HostFunction& function = linked.program.functions[index];
  HostStack stack(function);
  HostFrame frame{linked, function, stack.registers, stack.memory};
  frame.args = args;
  frame.num_args = num_args;
  if (RunHostFunction(&frame) != 0) return -1;
  *result = PackValue(frame.value_kind, frame.value);
  return 0;
}

}  // namespace tirx::runtime
