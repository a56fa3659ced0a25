// SPDX-License-Identifier: Apache-2.0
// The table of host operations as data, and the checks that a program must pass before it runs.
#include "runtime/host_program.h"

#include <algorithm>

#include "runtime/launch_plan.h"

namespace tirx::runtime {

namespace {

constexpr HostOpInfo kOps[] = {
#define TIRX_HOST_VALUE1(Name, spelling, R, X, expression) \
  {spelling, HostForm::Value, "DR-", #R #X "-", #expression, ""},
#define TIRX_HOST_VALUE2(Name, spelling, R, X, Y, expression) \
  {spelling, HostForm::Value, "DRR", #R #X #Y, #expression, ""},
#define TIRX_HOST_TRAP1(Name, spelling, R, X, condition, reason) \
  {spelling, HostForm::Trap, "DR-", #R #X "-", #condition, reason},
#define TIRX_HOST_TRAP2(Name, spelling, R, X, Y, condition, reason) \
  {spelling, HostForm::Trap, "DRR", #R #X #Y, #condition, reason},
#define TIRX_HOST_STORE(Name, spelling, V, statement) \
  {spelling, HostForm::Store, "RRR", "pi" #V, #statement, ""},
#define TIRX_HOST_STEP(Name, spelling, operands, types, text) \
  {spelling, HostForm::Step, operands, types, text, ""},
#define TIRX_HOST_CONTROL(Name, spelling, operands) {spelling, HostForm::Control, operands, "---", "", ""},
#include "runtime/host_ops.def"
};

class Validator {
 public:
  explicit Validator(const HostProgram& program) : program_(program) {}

  std::string Run() {
    if (program_.functions.size() >= kNoReg || program_.params.size() >= kNoReg) return "it is too large";
    CheckTables();
    for (const HostFunction& function : program_.functions) {
      function_ = &function;
      CheckFunction();
    }
    return error_;
  }

 private:
  void Fail(const std::string& reason) {
    if (error_.empty()) error_ = reason;
  }
  void Expect(bool condition, const char* reason) {
    if (!condition) Fail(reason);
  }
  bool IsReg(uint64_t reg) const { return function_ == nullptr || reg < function_->num_registers; }

  // What does not depend on the function that uses the row.
  void CheckTables() {
    for (const HostTensorCheck& check : program_.tensor_checks) {
      Expect(check.param < program_.params.size(), "a tensor check names no parameter");
      if (!error_.empty()) return;
      size_t ndim = program_.params[check.param].ndim;
      Expect(check.shape.size() == ndim, "a tensor check does not have the parameter's dimensions");
      Expect(check.strides.empty() || check.strides.size() == ndim, "a tensor check has too few strides");
      Expect(check.alignment != 0 && check.offset_factor != 0, "a tensor check has an alignment of 0");
    }
    for (uint16_t param : program_.only_read)
      Expect(param < program_.params.size(), "a tensor that is only read is no parameter");
    for (const HostCall& call : program_.calls) {
      Expect(call.function < program_.functions.size(), "a call names no function");
      if (!error_.empty()) return;
      const HostFunction& callee = program_.functions[call.function];
      Expect(!callee.exported, "a call of an exported function");
      Expect(call.args.size() == callee.num_params, "a call has the wrong number of arguments");
    }
    for (const HostLaunch& launch : program_.launches) CheckLaunchTable(launch);
  }

  void CheckLaunchTable(const HostLaunch& launch) {
    Expect(launch.kernel < program_.kernels.size(), "a launch names no kernel");
    if (!error_.empty()) return;
    const KernelInfo& kernel = program_.kernels[launch.kernel];
    LaunchPlan plan;
    RuntimeStatus status = MakeLaunchPlan(kernel, &plan);
    if (!status.ok()) return Fail(status.message);
    Expect(launch.args.size() == kernel.arg_types.size(), "a launch has the wrong number of arguments");
    Expect(launch.launch_values.size() == plan.slots.size(),
           "a launch has the wrong number of launch values");
  }

  void CheckFunction() {
    Expect(function_->num_params <= function_->num_registers,
           "a function has more parameters than registers");
    Expect(!function_->code.empty(), "a function has no code");
    for (const HostValueName& name : function_->names)
      Expect(name.at < function_->code.size(), "a name of no instruction");
    for (const HostInstruction& instruction : function_->code) {
      if (!error_.empty()) return;
      CheckInstruction(instruction);
    }
    if (!error_.empty()) return;
    HostOp last = function_->code.back().op;
    Expect(last == HostOp::Jump || IsReturn(last), "a function runs off its end");
    if (!error_.empty()) error_ += ", in `" + function_->name + "`";
  }

  void CheckInstruction(const HostInstruction& instruction) {
    Expect(size_t(instruction.op) < HostOpCount(), "an unknown instruction");
    if (!error_.empty()) return;
    const uint16_t operands[3] = {instruction.a, instruction.b, instruction.c};
    std::string_view kinds = InfoOf(instruction.op).operands;
    for (int k = 0; k < 3; ++k) CheckOperand(kinds[k], operands[k], instruction);
    if (!error_.empty()) Fail("");
  }

  void CheckOperand(char kind, uint16_t value, const HostInstruction& instruction) {
    switch (kind) {
      case 'D':
      case 'R':
      case 'M':
        return Expect(IsReg(value), "a register out of range");
      case '-':
        return Expect(value == 0, "an unused operand is not 0");
      case 'K':
        return Expect(value < program_.constants.size(), "a constant out of range");
      case 'P':
        return Expect(value < program_.params.size(), "a parameter out of range");
      case 'T':
        return CheckTensorRow(value);
      case 'A':
        return CheckAssertRow(value);
      case 'L':
        return CheckLaunchRow(value);
      case 'C':
        return CheckCallRow(value);
      case 'G':
        return CheckGlobalRow(value);
      case 'J':
        return Expect(instruction.wide() < function_->code.size(), "a jump out of range");
      case 'S':
        return Expect(instruction.wide() < function_->frame_bytes, "a frame address out of range");
      default:
        return;  // 'I' and '+'
    }
  }

  void CheckExpectation(const HostExpectation& expectation) {
    Expect(expectation.kind <= HostExpectation::kRegister, "an unknown kind of expectation");
    if (expectation.kind == HostExpectation::kRegister)
      Expect(expectation.value >= 0 && IsReg(uint64_t(expectation.value)), "a register out of range");
  }
  void CheckRegs(const std::vector<Reg>& regs) {
    for (Reg reg : regs) Expect(IsReg(reg), "a register out of range");
  }
  void CheckValues(const std::vector<HostValue>& values) {
    for (const HostValue& value : values) {
      Expect(value.kind >= HostValueKind::kInt && value.kind <= HostValueKind::kText,
             "an unknown kind of value");
      Expect(value.kind == HostValueKind::kText || IsReg(value.reg), "a register out of range");
    }
  }
  void CheckTensorRow(uint16_t index) {
    if (index >= program_.tensor_checks.size()) return Fail("a tensor check out of range");
    const HostTensorCheck& check = program_.tensor_checks[index];
    for (const HostExpectation& dim : check.shape) CheckExpectation(dim);
    for (const HostExpectation& stride : check.strides) CheckExpectation(stride);
    CheckExpectation(check.byte_offset);
    Expect(check.device_id == kNoReg || IsReg(check.device_id), "a register out of range");
  }
  void CheckAssertRow(uint16_t index) {
    if (index >= program_.assertions.size()) return Fail("an assertion out of range");
    CheckValues(program_.assertions[index].message);
  }
  void CheckLaunchRow(uint16_t index) {
    if (index >= program_.launches.size()) return Fail("a launch out of range");
    CheckRegs(program_.launches[index].args);
    CheckRegs(program_.launches[index].launch_values);
  }
  void CheckCallRow(uint16_t index) {
    if (index >= program_.calls.size()) return Fail("a call out of range");
    CheckRegs(program_.calls[index].args);
    Expect(program_.calls[index].result == kNoReg || IsReg(program_.calls[index].result),
           "a register out of range");
  }
  void CheckGlobalRow(uint16_t index) {
    if (index >= program_.global_calls.size()) return Fail("a call out of range");
    const HostGlobalCall& call = program_.global_calls[index];
    CheckValues(call.args);
    Expect(call.result_kind <= HostValueKind::kHandle, "an unknown kind of value");
    Expect(call.result == kNoReg || IsReg(call.result), "a register out of range");
  }

  const HostProgram& program_;
  const HostFunction* function_ = nullptr;
  std::string error_;
};

}  // namespace

const HostOpInfo& InfoOf(HostOp op) {
  return kOps[size_t(op)];
}

size_t HostOpCount() {
  return std::size(kOps);
}

int HostProgram::FindFunction(std::string_view name) const {
  for (size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].name == name) return int(i);
  }
  return -1;
}

bool UsesDevice(const HostProgram& program, const HostFunction& function) {
  if (program.kernels.empty()) return false;
  for (const HostInstruction& in : function.code) {
    if (in.op == HostOp::Launch || in.op == HostOp::CallHost) return true;
    if (in.op == HostOp::CheckTensor && program.tensor_checks[in.b].on_device) return true;
  }
  return false;
}

RuntimeStatus ValidateHostProgram(const HostProgram& program) {
  std::string error = Validator(program).Run();
  if (error.empty()) return {};
  return RuntimeStatus::Error(kInternalError, "host program is corrupt: " + error);
}

std::string DescribeFunction(const HostProgram& program, const HostFunction& function) {
  std::string read;
  for (const HostInstruction& in : function.code) {
    const bool only_read = in.op == HostOp::ArgTensor &&
                           std::count(program.only_read.begin(), program.only_read.end(), in.b) != 0;
    if (only_read) read += (read.empty() ? "; only reads " : ", ") + program.params[in.b].name;
  }
  return function.signature + read;
}

}  // namespace tirx::runtime
