// SPDX-License-Identifier: Apache-2.0
// Host bytecode: what runs on the host around kernel launches. Plain data, serialisable, checked when loaded;
// made by codegen/host_bytecode, run by runtime/host_vm.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/kernel_info.h"
#include "runtime/status.h"

namespace tirx::runtime {

enum class HostOp : uint16_t {
#define TIRX_HOST_VALUE1(Name, ...) Name,
#define TIRX_HOST_VALUE2(Name, ...) Name,
#define TIRX_HOST_TRAP1(Name, ...) Name,
#define TIRX_HOST_TRAP2(Name, ...) Name,
#define TIRX_HOST_STORE(Name, ...) Name,
#define TIRX_HOST_STEP(Name, ...) Name,
#define TIRX_HOST_CONTROL(Name, ...) Name,
#include "runtime/host_ops.def"
};

enum class HostForm : uint8_t { Value, Trap, Store, Step, Control };

// A row of host_ops.def, which explains the columns.
struct HostOpInfo {
  std::string_view spelling;
  HostForm form;
  std::string_view operands;  // three letters
  std::string_view types;     // how a, b, c are read or written: i, u, f, p; "-" where the row does not say
  std::string_view text;      // of generated C; empty for control
  std::string_view reason;    // of a trap
};
const HostOpInfo& InfoOf(HostOp op);
// Whether it ends the function.
constexpr bool IsReturn(HostOp op) {
  return (op >= HostOp::ReturnNone && op <= HostOp::ReturnHandle) || op == HostOp::ReturnUInt;
}
size_t HostOpCount();

struct HostInstruction {
  HostOp op;
  uint16_t a = 0, b = 0, c = 0;
  // Operands of kinds J and S.
  uint32_t wide() const { return uint32_t(b) | uint32_t(c) << 16; }
};

using Reg = uint16_t;
inline constexpr Reg kNoReg = 0xFFFF;

// Parameter of an exported function, as its argument checks see it.
struct HostParam {
  uint16_t index = 0;    // among the arguments
  std::string name;      // in the script
  std::string expected;  // the end of "Mismatched type on argument ...": "Tensor", "int"
  DType dtype = Void();
  uint16_t ndim = 0;  // of a tensor
};

// A number that an argument must equal: unchecked, a constant, or the value of a register.
struct HostExpectation {
  enum Kind : uint8_t { kAny, kConstant, kRegister } kind = kAny;
  int64_t value = 0;  // the constant, or the register's number
  std::string text;   // as the script spells it: "n + 2"; empty for constants
};

// What is checked of a tensor argument once every symbol is bound.
struct HostTensorCheck {
  uint16_t param = 0;                    // index into HostProgram::params
  std::vector<HostExpectation> shape;    // one per dimension
  std::vector<HostExpectation> strides;  // one per dimension, in elements; empty: must be compact
  HostExpectation byte_offset;
  uint32_t offset_factor = 1;  // the byte offset must be a multiple of this many bytes
  uint8_t on_device = 0;       // 1: where the program's kernels run; 0: on the CPU
  Reg device_id = kNoReg;      // must match this register
  uint32_t alignment = 1;      // of the data pointer, in bytes
};

// How a register's value reads: of operands of calls, of parts of messages.
enum class HostValueKind : uint8_t { kNone, kInt, kUInt, kBool, kFloat, kHandle, kTensor, kText };

// Of tirx_take in runtime/host_calls.h.
constexpr char TakenType(HostValueKind kind) {
  switch (kind) {
    case HostValueKind::kNone:
      return 'n';
    case HostValueKind::kInt:
      return 'i';
    case HostValueKind::kUInt:
      return 'u';
    case HostValueKind::kBool:
      return 'b';
    case HostValueKind::kFloat:
      return 'f';
    default:
      return 'p';
  }
}

struct HostValue {
  HostValueKind kind = HostValueKind::kNone;
  Reg reg = 0;
  std::string text;  // of kText
};

struct HostAssertion {
  std::string error_kind;
  std::vector<HostValue> message;
};

// Calls a function of the program: arguments are copied to its first registers.
struct HostCall {
  uint32_t function = 0;
  std::vector<Reg> args;
  Reg result = kNoReg;
};

// Calls a function of tvm-ffi's global registry.
struct HostGlobalCall {
  std::string name;
  std::vector<HostValue> args;
  Reg result = kNoReg;
  HostValueKind result_kind = HostValueKind::kNone;
};

struct HostLaunch {
  uint32_t kernel = 0;             // index into HostProgram::kernels
  std::vector<Reg> args;           // one per argument of the kernel
  std::vector<Reg> launch_values;  // one per valued launch tag, in the order of the tags
};

// The value that instruction `at` leaves in its first operand is called that in the script.
struct HostValueName {
  uint32_t at = 0;
  std::string name;
};

struct HostFunction {
  std::string name;
  std::string signature;  // for messages: "scale(x: Tensor((n,), float32), s: float32)"
  bool exported = false;  // takes packed arguments; otherwise its parameters are its first registers
  uint16_t num_params = 0;
  uint16_t num_registers = 0;
  uint32_t frame_bytes = 0;  // memory of its local tensors
  std::vector<HostInstruction> code;
  // For generated C, which is to be read.
  std::vector<std::string> param_names;  // of a function that is not exported
  std::vector<HostValueName> names;      // in ascending order of instructions
};

struct HostProgram {
  int32_t device_type = kDLCPU;  // where kernels run: a DLDeviceType
  std::vector<HostFunction> functions;
  std::vector<KernelInfo> kernels;
  std::vector<int64_t> constants;  // doubles by their bits
  std::vector<HostParam> params;
  std::vector<HostTensorCheck> tensor_checks;
  std::vector<HostAssertion> assertions;
  std::vector<HostCall> calls;
  std::vector<HostGlobalCall> global_calls;
  std::vector<HostLaunch> launches;
  std::vector<uint16_t> only_read;  // indices into params: tensors that nothing writes to

  // -1 when there is no such function.
  int FindFunction(std::string_view name) const;
};

// Whether a call of the function needs a device: it launches, or checks tensors that must lie on one.
bool UsesDevice(const HostProgram& program, const HostFunction& function);

// Every index is in range, every function ends in a jump or a return: the machine checks none of it again.
RuntimeStatus ValidateHostProgram(const HostProgram& program);

std::string SaveHostProgram(const HostProgram& program);
// InternalError for bytes that are no valid program; `program` is then untouched.
RuntimeStatus LoadHostProgram(std::string_view bytes, HostProgram* program);

// "scale(x: Tensor((n,), float32), y: Tensor((n,), float32)); only reads x": of an exported function, as its
// module tells those who call it.
std::string DescribeFunction(const HostProgram& program, const HostFunction& function);

// One instruction a line, for tests and dumps.
std::string Disassemble(const HostProgram& program);

}  // namespace tirx::runtime
