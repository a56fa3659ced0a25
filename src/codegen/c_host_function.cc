// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_host_function.h"

#include <algorithm>
#include <iterator>

namespace tirx::codegen {

using runtime::HostFunction;
using runtime::HostOp;
using runtime::HostProgram;

namespace {

NameSupply FreshNames(const std::string& reserved) {
  NameSupply names;
  names.Reserve(reserved);
  names.Reserve(kCKeywords);
  names.Reserve(
      "self args num_args result context function params memory jumps tirx_ shape strides offset place call "
      "text value values int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t float "
      "double "
      "DLTensor DLDataType DLDevice exp exp2 log log2 sqrt floor ceil trunc nearbyint fabs pow fmod tanh sin "
      "cos "
      "erf fmin fmax j0 j1 jn y0 y1 yn INFINITY NAN HUGE_VAL stdin stdout stderr errno assert signbit isnan");
  return names;
}

}  // namespace

CHostFunction::CHostFunction(const HostProgram& program, const HostFunction& function,
                             const CHostOptions& options)
    : program_(program),
      function_(function),
      options_(options),
      variables_(program, function, FreshNames(options.reserved_names)) {}

std::string InnerSymbol(const HostFunction& function) {
  return "tirx_host_" + function.name;
}

std::string CHostFunction::InnerHead(const HostFunction& function) {
  return "static int " + InnerSymbol(function) +
         "(tirx_context* context, const tirx_value* args, tirx_value* result)";
}

std::string CHostFunction::Run() {
  FindShapes();
  for (size_t at = 0; at < function_.code.size(); ++at) hoisted_ = hoisted_ || IsJump(in(at).op);
  PrintHead();
  depth_ = 1;
  PrintVariables();
  for (size_t at = 0; at < function_.code.size(); ++at) {
    CloseBlocks(at);
    if (labels_.count(uint32_t(at))) out_ += Label(uint32_t(at)) + ":;\n";
    PrintAt(at);
  }
  depth_ = 0;
  Line("}");
  return std::move(out_);
}

// Structured code, as the bytecode comes from, nests; what does not becomes a goto.
void CHostFunction::FindShapes() {
  const size_t size = function_.code.size();
  shapes_.assign(size, Shape::Plain);
  std::vector<uint32_t> ends{uint32_t(size)};
  for (size_t at = 0; at < size; ++at) {
    while (ends.size() > 1 && ends.back() == at) ends.pop_back();
    if (!IsJump(in(at).op)) continue;
    const uint32_t target = in(at).wide();
    const bool forward = target > at + 1;
    if (in(at).op != HostOp::Jump && forward && target <= ends.back()) {
      shapes_[at] = Shape::OpenIf;
      ends.push_back(target);
    } else if (in(at).op == HostOp::Jump && ends.size() > 1 && ends.back() == at + 1 && forward &&
               target <= ends[ends.size() - 2] && labels_.count(uint32_t(at) + 1) == 0) {
      shapes_[at] = Shape::Else;
      ends.back() = target;
    } else {
      shapes_[at] = Shape::Goto;
      labels_.insert(target);
      loops_ = loops_ || target <= at;
    }
  }
}

void CHostFunction::PrintHead() {
  if (!function_.exported) {
    out_ += InnerHead(function_) + " {\n";
    return;
  }
  Line("// " + function_.signature);
  Line(options_.entry_linkage + "int __tvm_ffi_" + options_.symbol_prefix + function_.name +
       "(void* self, const TVMFFIAny* args, int32_t num_args,");
  Line("    TVMFFIAny* result) {");
}

void CHostFunction::PrintVariables() {
  Line("static const tirx_function function = {" + CString(function_.name) + ", " +
       CString(function_.signature) + "};");
  if (function_.exported) PrintParams();
  if (function_.exported) Line("tirx_context own_context = {-1, 0}, *context = &own_context;");
  if (hoisted_) {
    for (const auto& [type, names] : variables_.All()) {
      std::string list;
      for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + std::string(type == "void* " && !list.empty() ? "*" : "") + name;
      Line(type + list + ";");
    }
  }
  if (function_.frame_bytes > 0)
    Line("tirx_value memory[" + std::to_string((function_.frame_bytes + 7) / 8) + "];");
  if (loops_) Line("int32_t jumps = TIRX_JUMPS_PER_LOOK;");
  if (!function_.exported) {
    for (size_t k = 0; k < function_.num_params; ++k)
      if (variables_.IsParamRead(k))
        Line((hoisted_ ? "" : variables_.DeclareParam(k)) +
             variables_.AssignParam(k, "args[" + std::to_string(k) + "]"));
    Line("if (context->depth >= TIRX_MAX_DEPTH) return tirx_too_deep(function.name);");
  }
  if (function_.frame_bytes > 0) Line("memset(memory, 0, sizeof(memory));");
  if (function_.exported && runtime::UsesDevice(program_, function_)) FailUnless("tirx_check_ready()");
}

void CHostFunction::PrintParams() {
  std::vector<const runtime::HostParam*> rows;
  auto add = [&](uint16_t row) {
    if (params_.emplace(row, rows.size()).second) rows.push_back(&program_.params[row]);
  };
  for (const Instruction& instruction : function_.code) {
    if (runtime::InfoOf(instruction.op).operands[1] == 'P') add(instruction.b);
    if (instruction.op == HostOp::CheckTensor) add(program_.tensor_checks[instruction.b].param);
  }
  if (rows.empty()) return;
  Line("static const tirx_param params[] = {");
  for (const runtime::HostParam* row : rows)
    Line("    {" + std::to_string(row->index) + ", " + CString(row->name) + ", " + CString(row->expected) +
         ", " + CDType(row->dtype) + ", " + std::to_string(row->ndim) + "},");
  Line("};");
}

void CHostFunction::CloseBlocks(size_t at) {
  while (!blocks_.empty() && blocks_.back() == at) {
    blocks_.pop_back();
    opened_by_.pop_back();
    --depth_;
    Line("}");
  }
}

void CHostFunction::PrintAt(size_t at) {
  const runtime::HostOpInfo& info = runtime::InfoOf(in(at).op);
  switch (info.form) {
    case runtime::HostForm::Value:
      return PrintValue(at);
    case runtime::HostForm::Trap:
      return PrintTrap(at);
    case runtime::HostForm::Store:
      return PrintStore(at);
    case runtime::HostForm::Step:
      return PrintStep(at);
    case runtime::HostForm::Control:
      break;
  }
  switch (in(at).op) {
    case HostOp::Const:
      return PrintConst(at);
    case HostOp::FrameAddress:
      return PrintAssign(at, 'p', "(void*)((char*)memory + " + std::to_string(in(at).wide()) + ")");
    case HostOp::Select:
      return PrintSelect(at);
    case HostOp::Jump:
    case HostOp::JumpIf:
    case HostOp::JumpIfNot:
      return PrintJump(at);
    default:
      return PrintReturn(at);
  }
}

void CHostFunction::PrintSelect(size_t at) {
  if (!variables_.IsRead(at)) return;
  if (const std::string declared = Declared(at); !declared.empty())
    Line(declared + variables_.NameAt(at) + ";");
  Line("if (" + Operand(at, 0, 'i', true) + " != 0) {");
  Line("  " + variables_.AssignRegister(at, in(at).b));
  Line("} else {");
  Line("  " + variables_.AssignRegister(at, in(at).c));
  Line("}");
}

void CHostFunction::PrintJump(size_t at) {
  const uint32_t target = in(at).wide();
  const HostOp op = in(at).op;
  if (shapes_[at] == Shape::Else) {
    --depth_;
    Line("} else {");
    ++depth_;
    blocks_.back() = target;
    opened_by_.back() = at;
    return;
  }
  if (shapes_[at] == Shape::OpenIf) {
    Line("if (" + Operand(at, 0, 'i', true) + (op == HostOp::JumpIf ? " == 0) {" : " != 0) {"));
    ++depth_;
    blocks_.push_back(target);
    opened_by_.push_back(at);
    return;
  }
  std::string jump = "goto " + Label(target) + ";";
  if (op != HostOp::Jump)
    jump = "if (" + Operand(at, 0, 'i', true) + (op == HostOp::JumpIf ? " != 0) " : " == 0) ") + jump;
  if (target <= at) {
    // Now and then, a loop lets Ctrl-C through.
    Line("if (--jumps == 0) {");
    Line("  jumps = TIRX_JUMPS_PER_LOOK;");
    Line("  if (tirx_look_at_signals() != 0) return -1;");
    Line("}");
  }
  Line(jump);
}

void CHostFunction::PrintReturn(size_t at) {
  struct Row {
    HostOp op;
    const char *packed, *inner;  // functions of runtime/host_calls.h
  };
  static constexpr Row rows[] = {
      {HostOp::ReturnInt, "tirx_any_int", "tirx_of_int"},
      {HostOp::ReturnUInt, "tirx_any_uint", "tirx_of_int"},
      {HostOp::ReturnBool, "tirx_any_bool", "tirx_of_int"},
      {HostOp::ReturnFloat, "tirx_any_float", "tirx_of_float"},
      {HostOp::ReturnHandle, "tirx_any_pointer", "tirx_of_pointer"},
  };
  const auto* row =
      std::find_if(std::begin(rows), std::end(rows), [&](const Row& r) { return r.op == in(at).op; });
  if (row != std::end(rows)) {
    Line(std::string("*result = ") + (function_.exported ? row->packed : row->inner) + "(" +
         Operand(at, 0, ReturnType(row->op), true) + ");");
  } else if (function_.exported) {
    Line("*result = tirx_any(kTVMFFINone, tirx_of_int(0));");
  }
  Line("return 0;");
}

}  // namespace tirx::codegen
