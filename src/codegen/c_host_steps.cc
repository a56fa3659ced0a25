// SPDX-License-Identifier: Apache-2.0
// Rows of host_ops.def as C, and what the program's tables add to them.
#include "codegen/c_host_function.h"
#include "codegen/c_names.h"
#include "runtime/device_api.h"

namespace tirx::codegen {

using runtime::HostExpectation;
using runtime::HostOp;
using runtime::HostValue;
using runtime::HostValueKind;

namespace {

// `text` with `with(name)` for each identifier of one letter.
template <class With>
std::string Substituted(std::string_view text, const With& with) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && IsWordChar(text[end])) ++end;
    std::string replacement = end == i + 1 ? with(text[i]) : "";
    out += !replacement.empty() ? replacement : std::string(text.substr(i, end == i ? 1 : end - i));
    i = end == i ? i + 1 : end;
  }
  return out;
}

bool IsShift(HostOp op) {
  return op == HostOp::Shl || op == HostOp::ShrI || op == HostOp::ShrU;
}

}  // namespace

// --- rows with an expression ---

std::string CHostFunction::Operand(size_t at, int k, char type, bool plain) {
  const uint16_t operands[3] = {in(at).a, in(at).b, in(at).c};
  return variables_.Read(at, operands[k], type, plain);
}

// The expression over x, y and z, or p, i and v. A constant shows its type only where the other operand does
// not give one.
std::string CHostFunction::Expression(size_t at, const std::string& target) {
  const runtime::HostOpInfo& info = runtime::InfoOf(in(at).op);
  const bool two = info.operands == "DRR";
  const bool plain = two && !IsShift(in(at).op) &&
                     !(variables_.IsConstant(at, in(at).b) && variables_.IsConstant(at, in(at).c));
  return Substituted(info.text, [&](char name) -> std::string {
    if (info.form == runtime::HostForm::Store) {
      const int k = name == 'p' ? 0 : name == 'i' ? 1 : name == 'v' ? 2 : -1;
      return k < 0 ? "" : Operand(at, k, info.types[size_t(k)], k == 1);
    }
    if (name == 'x') return Operand(at, 1, info.types[1], plain);
    if (name == 'y' && two) return Operand(at, 2, info.types[2], plain);
    return name == 'z' ? target : "";
  });
}

void CHostFunction::PrintAssign(size_t at, char type, const std::string& value) {
  if (variables_.IsRead(at)) Line(Declared(at) + variables_.Assign(at, type, value));
}

void CHostFunction::PrintValue(size_t at) {
  if (!variables_.IsRead(at)) return;
  if (in(at).op == HostOp::Move) return Line(Declared(at) + variables_.AssignRegister(at, in(at).b));
  PrintAssign(at, runtime::InfoOf(in(at).op).types[0], Expression(at, ""));
}

void CHostFunction::PrintTrap(size_t at) {
  const runtime::HostOpInfo& info = runtime::InfoOf(in(at).op);
  const std::string declared = Declared(at);
  const std::string target = variables_.Target(at, info.types[0]);
  if (!declared.empty()) Line(declared + target.substr(0, target.find('.')) + ";");
  std::string condition = Expression(at, target);
  const bool negated = condition.starts_with("!__builtin");
  condition = negated ? condition.substr(1) : "!(" + condition + ")";
  Line("if (" + condition + ")");
  Line("  return tirx_trap(function.name, " + CString(info.reason) + ");");
}

void CHostFunction::PrintStore(size_t at) {
  Line(Expression(at, "") + ";");
}

void CHostFunction::PrintConst(size_t at) {
  if (!variables_.IsRead(at)) return;
  Line(Declared(at) + variables_.AssignConstant(at, program_.constants[in(at).b]));
}

// --- rows with a text ---

std::string CHostFunction::OperandText(size_t at, int k) {
  const runtime::HostOpInfo& info = runtime::InfoOf(in(at).op);
  const uint16_t operands[3] = {in(at).a, in(at).b, in(at).c};
  switch (info.operands[size_t(k)]) {
    case 'D':
      return variables_.Target(at, info.types[size_t(k)]);
    case 'R':
      return Operand(at, k, info.types[size_t(k)], true);
    case 'P':
      return "&params[" + std::to_string(params_.at(operands[k])) + "]";
    default:
      return std::to_string(operands[k]);
  }
}

void CHostFunction::PrintStep(size_t at) {
  switch (in(at).op) {
    case HostOp::CheckTensor:
      return PrintCheckTensor(at);
    case HostOp::Assert:
      return PrintAssert(at);
    case HostOp::CallHost:
      return PrintCallHost(at);
    case HostOp::CallGlobal:
      return PrintCallGlobal(at);
    case HostOp::Launch:
      return PrintLaunch(at);
    default:
      break;
  }
  const runtime::HostOpInfo& info = runtime::InfoOf(in(at).op);
  constexpr std::string_view kAssigns = "$a = ";
  std::string_view text = info.text;
  const bool assigns = text.starts_with(kAssigns);
  if (assigns) text.remove_prefix(kAssigns.size());
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      out += text[i];
    } else if (text[++i] == 'n') {
      out += std::to_string(function_.num_params);
    } else {
      out += OperandText(at, text[i] - 'a');
    }
  }
  if (assigns) return PrintAssign(at, info.types[0], out);
  if (!text.starts_with("tirx_")) return Line(out + ";");
  if (info.operands[0] == 'D') {
    const std::string declared = Declared(at), target = OperandText(at, 0);
    if (!declared.empty()) Line(declared + target.substr(0, target.find('.')) + ";");
  }
  FailUnless(out);
}

// --- tables ---

std::string CHostFunction::Number(size_t at, const HostExpectation& expectation) {
  switch (expectation.kind) {
    case HostExpectation::kAny:
      return "{0, \"\"}";
    case HostExpectation::kConstant:
      return "{" + CConstant(expectation.value, 'i', true) + ", NULL}";
    case HostExpectation::kRegister:
      break;
  }
  return "{" + variables_.Read(at, Reg(expectation.value), 'i', true) + ", " + CString(expectation.text) +
         "}";
}

void CHostFunction::PrintCheckTensor(size_t at) {
  const runtime::HostTensorCheck& check = program_.tensor_checks[in(at).b];
  const bool on_device = check.on_device && !program_.kernels.empty();
  const int32_t device = on_device ? program_.device_type : int32_t(kDLCPU);
  auto numbers = [&](const char* name, const std::vector<HostExpectation>& rows) {
    std::string list;
    for (const HostExpectation& row : rows) list += (list.empty() ? "" : ", ") + Number(at, row);
    if (!rows.empty()) Line("const tirx_number " + std::string(name) + "[] = {" + list + "};");
    return std::string(rows.empty() ? "NULL" : name);
  };
  Line("{");
  ++depth_;
  const std::string shape = numbers("shape", check.shape);
  const std::string strides = numbers("strides", check.strides);
  Line("const tirx_number offset = " + Number(at, check.byte_offset) + ";");
  const std::string id =
      check.device_id == runtime::kNoReg ? "-1" : variables_.Read(at, check.device_id, 'i', true);
  const uint32_t types = on_device ? runtime::ReachableDeviceTypes(device) : 1u << kDLCPU;
  Line("const tirx_place place = {" + std::to_string(types) + ", " +
       CString(on_device ? runtime::DeviceTypeName(device) : "cpu") + ", " + id + "};");
  Line("if (tirx_check_tensor(&function, &params[" + std::to_string(params_.at(check.param)) + "], " +
       Operand(at, 0, 'p', true) + ", " + shape + ", " + strides + ", &offset, " +
       std::to_string(check.offset_factor) + ", " + std::to_string(check.alignment) + ", &place) != 0)");
  Line("  return -1;");
  --depth_;
  Line("}");
}

std::vector<std::string> CHostFunction::MessageLines(size_t at, const std::vector<HostValue>& message) {
  std::vector<std::string> lines;
  for (const HostValue& part : message) {
    const std::string head = "tirx_add";
    switch (part.kind) {
      case HostValueKind::kText:
        lines.push_back("tirx_add_bytes(&text, " + CString(part.text) + ", " +
                        std::to_string(part.text.size()) + ");");
        break;
      case HostValueKind::kInt:
        lines.push_back("tirx_add_int(&text, " + variables_.Read(at, part.reg, 'i', true) + ");");
        break;
      case HostValueKind::kUInt:
        lines.push_back("tirx_add_uint(&text, " + variables_.Read(at, part.reg, 'u', true) + ");");
        break;
      case HostValueKind::kBool:
        lines.push_back("tirx_add_bool(&text, " + variables_.Read(at, part.reg, 'i', true) + ");");
        break;
      case HostValueKind::kFloat:
        lines.push_back("tirx_add_float(&text, " + variables_.Read(at, part.reg, 'f', true) + ");");
        break;
      default:
        lines.push_back("tirx_add(&text, \"<handle>\");");
        break;
    }
  }
  return lines;
}

void CHostFunction::PrintAssert(size_t at) {
  const runtime::HostAssertion& assertion = program_.assertions[in(at).b];
  // The block around it often asks already.
  const bool known = !opened_by_.empty() && in(opened_by_.back()).op == HostOp::JumpIf &&
                     variables_.SameValue(at, in(at).a, opened_by_.back(), in(opened_by_.back()).a);
  Line(known ? "{" : "if (" + Operand(at, 0, 'i', true) + " == 0) {");
  ++depth_;
  Line("tirx_text text = {NULL, 0, 0};");
  for (const std::string& line : MessageLines(at, assertion.message)) Line(line);
  Line("return tirx_raise_text(" + CString(assertion.error_kind) + ", &text);");
  --depth_;
  Line("}");
}

void CHostFunction::PrintCallHost(size_t at) {
  const runtime::HostCall& call = program_.calls[in(at).a];
  const runtime::HostFunction& callee = program_.functions[call.function];
  const bool read = call.result != runtime::kNoReg && variables_.IsRead(at);
  const std::string declared = read ? Declared(at) : "";
  if (!declared.empty()) Line(declared + variables_.NameAt(at) + ";");
  Line("{");
  ++depth_;
  std::string list;
  for (Reg arg : call.args) list += (list.empty() ? "" : ", ") + variables_.ReadAny(at, arg);
  if (!list.empty()) Line("const tirx_value call[] = {" + list + "};");
  Line("tirx_value value = tirx_of_int(0);");
  Line("++context->depth;");
  FailUnless(InnerSymbol(callee) + "(context, " + (list.empty() ? "NULL" : "call") + ", &value)");
  Line("--context->depth;");
  if (read) Line(variables_.AssignAny(at, "value"));
  --depth_;
  Line("}");
}

// True where the options have statements of their own for it.
bool CHostFunction::PrintOwnCall(size_t at, const runtime::HostGlobalCall& row) {
  if (!options_.global_call) return false;
  CGlobalCall call{row, {}};
  for (const HostValue& arg : row.args)
    call.args.push_back(arg.kind == HostValueKind::kText
                            ? arg.text
                            : variables_.Read(at, arg.reg, ValueType(arg.kind), true));
  const std::vector<std::string> lines = options_.global_call(call);
  for (const std::string& line : lines) Line(line);
  return !lines.empty();
}

void CHostFunction::PrintCallGlobal(size_t at) {
  const runtime::HostGlobalCall& call = program_.global_calls[in(at).a];
  if (PrintOwnCall(at, call)) return;
  const bool read = call.result != runtime::kNoReg && variables_.IsRead(at);
  const std::string declared = read ? Declared(at) : "";
  if (!declared.empty()) Line(declared + variables_.NameAt(at) + ";");
  Line("{");
  ++depth_;
  std::string list;
  for (const HostValue& arg : call.args) {
    const std::string text = arg.kind == HostValueKind::kText
                                 ? CString(arg.text)
                                 : variables_.Read(at, arg.reg, ValueType(arg.kind), true);
    const char* type = arg.kind == HostValueKind::kText     ? "text"
                       : arg.kind == HostValueKind::kUInt   ? "uint"
                       : arg.kind == HostValueKind::kBool   ? "bool"
                       : arg.kind == HostValueKind::kFloat  ? "float"
                       : arg.kind == HostValueKind::kTensor ? "tensor"
                       : arg.kind == HostValueKind::kHandle ? "pointer"
                                                            : "int";
    list += (list.empty() ? "" : ", ") + ("tirx_any_" + std::string(type)) + "(" + text + ")";
  }
  if (!list.empty()) Line("const TVMFFIAny call[] = {" + list + "};");
  Line("tirx_value value = tirx_of_int(0);");
  FailUnless("tirx_call_global(function.name, " + CString(call.name) + ", " +
             (list.empty() ? "NULL" : "call") + ", " + std::to_string(call.args.size()) + ", '" +
             runtime::TakenType(call.result_kind) + "', &value)");
  if (read) Line(variables_.AssignAny(at, "value"));
  --depth_;
  Line("}");
}

void CHostFunction::PrintLaunch(size_t at) {
  const runtime::HostLaunch& row = program_.launches[in(at).a];
  const runtime::KernelInfo& kernel = program_.kernels[row.kernel];
  CLaunch launch{row.kernel, {}, {}};
  for (size_t i = 0; i < row.args.size(); ++i)
    launch.args.push_back(variables_.Read(at, row.args[i], CellType(kernel.arg_types[i]), true));
  for (Reg value : row.launch_values) launch.values.push_back(variables_.Read(at, value, 'i', true));
  for (const std::string& line : options_.launch(launch)) Line(line);
}

}  // namespace tirx::codegen
