// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_host_variables.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>

#include "base/check.h"

namespace tirx::codegen {

using runtime::HostFunction;
using runtime::HostInstruction;
using runtime::HostOp;
using runtime::HostProgram;
using runtime::kNoReg;
using runtime::Reg;

// Goes once through the code: at each instruction every register has a current value. Where a jump arrives,
// each register gets a fresh value whose sources are those of all ways that lead there; which of these matter
// shows once all reads are known.
class CHostVariables::Scan {
 public:
  Scan(CHostVariables* out, const HostProgram& program, const HostFunction& function)
      : out_(*out), program_(program), function_(function), current_(function.num_registers, -1) {}

  void Run() {
    for (const HostInstruction& in : function_.code)
      if (IsJump(in.op)) arriving_[in.wide()];
    for (size_t k = 0; k < function_.num_params && !function_.exported; ++k) {
      current_[k] = New();
      out_.values_.back().name = k < function_.param_names.size() ? function_.param_names[k] : "";
      out_.params_.push_back(current_[k]);
    }
    for (auto& [at, values] : arriving_) {
      for (size_t reg = 0; reg < current_.size(); ++reg) values.push_back(New());
    }
    bool falls_through = true;
    for (size_t at = 0; at < function_.code.size(); ++at) {
      auto found = arriving_.find(uint32_t(at));
      if (found != arriving_.end()) {
        if (falls_through) Flow(found->second);
        current_ = found->second;
      }
      const HostInstruction& in = function_.code[at];
      Step(at, in);
      if (IsJump(in.op)) Flow(arriving_[in.wide()]);
      falls_through = in.op != HostOp::Jump && !runtime::IsReturn(in.op);
    }
    Resolve();
    Unify();
  }

 private:
  int New() {
    const int value = int(out_.values_.size());
    out_.values_.push_back({value, value, false, false, 0, "", {}});
    return value;
  }
  // The current values reach a place where a jump arrives.
  void Flow(const std::vector<int>& values) {
    for (size_t reg = 0; reg < values.size(); ++reg)
      if (current_[reg] >= 0) out_.values_[size_t(values[reg])].sources.push_back(current_[reg]);
  }
  int Current(Reg reg) {
    if (current_[reg] < 0) current_[reg] = New();
    return current_[reg];
  }

  void Step(size_t at, const HostInstruction& in) {
    auto& reads = out_.reads_.emplace_back();
    for (const auto& [reg, type] : RegistersRead(program_, in)) {
      const int value = Current(reg);
      reads[reg] = value;
      read_.push_back(value);
      if (type != '-') uses_.emplace_back(value, type);
    }
    const auto [reg, type] = RegisterWritten(program_, in);
    out_.writes_.push_back(reg == kNoReg ? -1 : New());
    if (reg == kNoReg) return;
    const int value = out_.writes_.back();
    if (type != '-') uses_.emplace_back(value, type);
    Describe(at, in, value, type);
    current_[reg] = value;
  }

  void Describe(size_t at, const HostInstruction& in, int value, char type) {
    Value& made = out_.values_[size_t(value)];
    while (next_name_ < function_.names.size() && function_.names[next_name_].at < at) ++next_name_;
    if (next_name_ < function_.names.size() && function_.names[next_name_].at == at)
      made.name = function_.names[next_name_].name;
    const runtime::HostOpInfo& info = runtime::InfoOf(in.op);
    if (info.text.find("&$a") != std::string_view::npos || info.text.find("&z") != std::string_view::npos)
      exact_.emplace_back(value, type);
    if (in.op == HostOp::Const) {
      made.constant = true;
      made.bits = program_.constants[in.b];
    } else if (in.op == HostOp::Move) {
      same_kind_.emplace_back(value, out_.reads_[at][in.b]);
    } else if (in.op == HostOp::Select) {
      same_kind_.emplace_back(value, out_.reads_[at][in.b]);
      same_kind_.emplace_back(value, out_.reads_[at][in.c]);
    }
  }

  // What is read where branches join comes from all of them: one variable.
  void Resolve() {
    while (!read_.empty()) {
      const int value = read_.back();
      read_.pop_back();
      Value& seen = out_.values_[size_t(value)];
      if (seen.read) continue;
      seen.read = true;
      for (int source : seen.sources) {
        out_.values_[size_t(out_.Root(source))].parent = out_.Root(value);
        same_kind_.emplace_back(value, source);
        read_.push_back(source);
      }
    }
  }

  void Unify() {
    std::map<int, int> members;
    for (size_t value = 0; value < out_.values_.size(); ++value) ++members[out_.Root(int(value))];
    for (size_t value = 0; value < out_.values_.size(); ++value) {
      Value& one = out_.values_[value];
      if (members[out_.Root(int(value))] > 1) one.constant = false;
      Join(int(value), out_.Root(int(value)));
    }
    // A constant is spelled as each reader wants it.
    for (const auto& [a, b] : same_kind_)
      if (!out_.values_[size_t(a)].constant && !out_.values_[size_t(b)].constant) Join(a, b);
    for (const auto& [value, type] : uses_)
      if (!out_.values_[size_t(value)].constant) out_.kinds_[out_.Kind(value)] += type;
    for (const auto& [value, type] : exact_) out_.exact_[out_.Kind(value)] = type;
  }
  void Join(int a, int b) { out_.values_[size_t(out_.Kind(a))].kind = out_.Kind(b); }

  CHostVariables& out_;
  const HostProgram& program_;
  const HostFunction& function_;
  std::vector<int> current_;                       // by register
  std::map<uint32_t, std::vector<int>> arriving_;  // by instruction that is jumped to: its fresh values
  std::vector<int> read_;
  std::vector<std::pair<int, char>> uses_, exact_;
  std::vector<std::pair<int, int>> same_kind_;
  size_t next_name_ = 0;
};

CHostVariables::CHostVariables(const HostProgram& program, const HostFunction& function, NameSupply names) {
  Scan(this, program, function).Run();
  std::map<int, std::string> wishes;
  for (size_t value = 0; value < values_.size(); ++value) {
    std::string& wish = wishes[Root(int(value))];
    if (wish.empty()) wish = values_[value].name;
  }
  int temporaries = 0;
  auto add = [&](int value) {
    const int root = Root(value);
    if (value < 0 || variables_.count(root)) return;
    const std::string wish = wishes[root].empty() ? "t" + std::to_string(temporaries++) : wishes[root];
    Variable made;
    made.name = names.Fresh(wish);
    made.types = kinds_[Kind(root)];
    made.exact = exact_.count(Kind(root)) ? exact_[Kind(root)] : 0;
    variables_.emplace(root, std::move(made));
  };
  for (int param : params_) add(param);
  for (size_t at = 0; at < writes_.size(); ++at) {
    for (const auto& [reg, value] : reads_[at])
      if (!values_[size_t(value)].constant) add(value);
    if (writes_[at] >= 0 && !values_[size_t(writes_[at])].constant) add(writes_[at]);
  }
}

int CHostVariables::Root(int value) const {
  if (value < 0) return value;
  while (values_[size_t(value)].parent != value) value = values_[size_t(value)].parent;
  return value;
}
int CHostVariables::Kind(int value) const {
  while (values_[size_t(value)].kind != value) value = values_[size_t(value)].kind;
  return value;
}

int CHostVariables::ReadAt(size_t at, Reg reg) const {
  auto found = reads_[at].find(reg);
  TIRX_CHECK(found != reads_[at].end(), "host code reads a register that its row does not name");
  return found->second;
}

const CHostVariables::Variable& CHostVariables::VariableOf(int value) const {
  return variables_.at(Root(value));
}

char CHostVariables::TypeOf(int value) const {
  const Variable& variable = VariableOf(value);
  std::set<char> types(variable.types.begin(), variable.types.end());
  char type = types.count('f')                        ? (types.size() > 1 ? 'a' : 'f')
              : types.count('p')                      ? 'p'
              : types.count('u') && types.size() == 1 ? 'u'
                                                      : 'i';
  return variable.exact != 0 && variable.exact != type ? 'a' : type;
}

std::string CHostVariables::Access(int value, char type) const {
  const std::string& name = VariableOf(value).name;
  const char own = TypeOf(value);
  if (own == 'a') return name + "." + type;
  if (own == type) return name;
  if (own == 'p') return type == 'i' ? "(int64_t)(intptr_t)" + name : "(uint64_t)(uintptr_t)" + name;
  return (type == 'i' ? "(int64_t)" : "(uint64_t)") + name;
}

std::string CHostVariables::Read(size_t at, Reg reg, char type, bool plain) const {
  const int value = ReadAt(at, reg);
  const Value& read = values_[size_t(value)];
  return read.constant ? CConstant(read.bits, type, plain) : Access(value, type);
}

bool CHostVariables::IsConstant(size_t at, Reg reg) const {
  return values_[size_t(ReadAt(at, reg))].constant;
}

std::string CHostVariables::ReadAny(size_t at, Reg reg) const {
  const int value = ReadAt(at, reg);
  const Value& read = values_[size_t(value)];
  if (read.constant) return "tirx_of_int(" + CConstant(read.bits, 'i', true) + ")";
  const std::string& name = VariableOf(value).name;
  switch (TypeOf(value)) {
    case 'a':
      return name;
    case 'f':
      return "tirx_of_float(" + name + ")";
    case 'p':
      return "tirx_of_pointer(" + name + ")";
    default:
      return "tirx_of_int(" + Access(value, 'i') + ")";
  }
}

std::string CHostVariables::AssignTo(int value, char type, const std::string& text) const {
  const std::string& name = VariableOf(value).name;
  const char own = TypeOf(value);
  if (own == 'a') return name + "." + type + " = " + text + ";";
  if (own == type) return name + " = " + text + ";";
  if (own == 'p') return name + " = (void*)(uintptr_t)(" + text + ");";
  return name + (own == 'i' ? " = (int64_t)(" : " = (uint64_t)(") + text + ");";
}

std::string CHostVariables::Assign(size_t at, char type, const std::string& value) const {
  return AssignTo(writes_[at], type, value);
}

std::string CHostVariables::Target(size_t at, char type) const {
  const std::string& name = VariableOf(writes_[at]).name;
  return TypeOf(writes_[at]) == 'a' ? name + "." + type : name;
}

std::string CHostVariables::AssignRegister(size_t at, Reg from) const {
  const char own = TypeOf(writes_[at]);
  if (own != 'a') return AssignTo(writes_[at], own, Read(at, from, own, true));
  return VariableOf(writes_[at]).name + " = " + ReadAny(at, from) + ";";
}

std::string CHostVariables::AssignConstant(size_t at, int64_t bits) const {
  const char own = TypeOf(writes_[at]) == 'a' ? 'i' : TypeOf(writes_[at]);
  return AssignTo(writes_[at], own, CConstant(bits, own, true));
}

std::string CHostVariables::AssignAny(size_t at, const std::string& any) const {
  const char own = TypeOf(writes_[at]);
  return NameAt(at) + " = " + (own == 'a' ? any : any + "." + own) + ";";
}

std::string CHostVariables::NameAt(size_t at) const {
  return VariableOf(writes_[at]).name;
}

bool CHostVariables::IsRead(size_t at) const {
  if (writes_[at] < 0 || values_[size_t(writes_[at])].constant) return false;
  return values_[size_t(writes_[at])].read;
}

std::string CHostVariables::DeclareValue(int value) {
  Variable& variable = variables_.at(Root(value));
  if (variable.declared) return "";
  variable.declared = true;
  const char type = TypeOf(value);
  return type == 'a'   ? "tirx_value "
         : type == 'f' ? "double "
         : type == 'p' ? "void* "
         : type == 'u' ? "uint64_t "
                       : "int64_t ";
}

std::string CHostVariables::Declare(size_t at) {
  return DeclareValue(writes_[at]);
}

std::map<std::string, std::vector<std::string>> CHostVariables::All() const {
  std::map<std::string, std::vector<std::string>> all;
  CHostVariables copy = *this;
  for (const auto& [root, variable] : variables_) {
    const std::string type = copy.DeclareValue(root);
    if (!type.empty()) all[type].push_back(variable.name);
  }
  return all;
}

std::string CHostVariables::AssignParam(size_t k, const std::string& any) const {
  const char own = TypeOf(params_[k]);
  return VariableOf(params_[k]).name + " = " + (own == 'a' ? any : any + "." + own) + ";";
}
bool CHostVariables::IsParamRead(size_t k) const {
  return values_[size_t(params_[k])].read;
}
std::string CHostVariables::DeclareParam(size_t k) {
  return DeclareValue(params_[k]);
}

bool CHostVariables::SameValue(size_t at, Reg a, size_t other, Reg b) const {
  return ReadAt(at, a) == ReadAt(other, b);
}

std::string CConstant(int64_t bits, char type, bool plain) {
  if (type == 'p') return bits == 0 ? "NULL" : "(void*)(uintptr_t)" + std::to_string(uint64_t(bits)) + "u";
  if (type == 'f') {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    if (std::isnan(value)) return "(double)NAN";
    if (std::isinf(value)) return value < 0 ? "(-HUGE_VAL)" : "HUGE_VAL";
    char text[40];
    std::snprintf(text, sizeof(text), "%.17g", value);
    std::string digits(text);
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return std::signbit(value) ? "(" + digits + ")" : digits;
  }
  if (type == 'u') return "UINT64_C(" + std::to_string(uint64_t(bits)) + ")";
  if (bits == INT64_MIN) return "INT64_MIN";
  const bool small = bits >= INT32_MIN && bits <= INT32_MAX;
  std::string digits = std::to_string(bits);
  if (!plain || !small)
    return (bits < 0 ? "(-INT64_C(" + digits.substr(1) + "))" : "INT64_C(" + digits + ")");
  return bits < 0 ? "(" + digits + ")" : digits;
}

}  // namespace tirx::codegen
