// SPDX-License-Identifier: Apache-2.0
// Which variables of generated C the registers of host bytecode become. A register serves many values, one
// after another; each gets a variable of its own, with the script's name and with a type. Values that meet
// where branches join share one.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/c_names.h"
#include "runtime/host_program.h"

namespace tirx::codegen {

class CHostVariables {
 public:
  // `names` has what generated code uses itself.
  CHostVariables(const runtime::HostProgram& program, const runtime::HostFunction& function,
                 NameSupply names);

  // The register's value before instruction `at`, as C reads it as that type: 'i', 'u', 'f' or 'p', the
  // members of tirx_value. A constant is spelled out; `plain` where its type need not show.
  std::string Read(size_t at, runtime::Reg reg, char type, bool plain = false) const;
  bool IsConstant(size_t at, runtime::Reg reg) const;
  // The same before instruction `at`, as a tirx_value.
  std::string ReadAny(size_t at, runtime::Reg reg) const;
  // Where instruction `at` leaves its result; a statement that assigns `value`, of that type.
  std::string Assign(size_t at, char type, const std::string& value) const;
  // The result variable where it has that type or a union's member; for `&`.
  std::string Target(size_t at, char type) const;
  // An assignment of another register's value, whatever it is.
  std::string AssignRegister(size_t at, runtime::Reg from) const;
  // The same of a constant's bits, and of a tirx_value.
  std::string AssignConstant(size_t at, int64_t bits) const;
  std::string AssignAny(size_t at, const std::string& any) const;
  std::string NameAt(size_t at) const;
  // Whether anything reads what the instruction leaves.
  bool IsRead(size_t at) const;
  // "int64_t " before the first assignment of a variable; once per variable.
  std::string Declare(size_t at);
  // The names of all variables by their C type, for functions that jump.
  std::map<std::string, std::vector<std::string>> All() const;
  // Of a function that is not exported: the assignment to its parameter k.
  std::string AssignParam(size_t k, const std::string& any) const;
  bool IsParamRead(size_t k) const;
  std::string DeclareParam(size_t k);
  // Whether two instructions read the same value.
  bool SameValue(size_t at, runtime::Reg a, size_t other, runtime::Reg b) const;

 private:
  struct Value {
    int parent;  // union-find: values in one variable
    int kind;    // union-find: values of one type
    bool read = false;
    bool constant = false;  // set by a `const` instruction
    int64_t bits = 0;
    std::string name;
    std::vector<int> sources;  // of a value that begins where branches join
  };
  struct Variable {
    std::string name;
    std::string types;  // letters by which it is read and written
    char exact = 0;     // its address is taken as that type
    bool declared = false;
  };
  class Scan;

  int Root(int value) const;
  int Kind(int value) const;
  int ReadAt(size_t at, runtime::Reg reg) const;
  const Variable& VariableOf(int value) const;
  char TypeOf(int value) const;  // 'a': any
  std::string Access(int value, char type) const;
  std::string AssignTo(int value, char type, const std::string& text) const;
  std::string DeclareValue(int value);

  std::vector<Value> values_;
  std::vector<std::map<runtime::Reg, int>> reads_;  // by instruction
  std::vector<int> writes_;                         // by instruction; -1: none
  std::vector<int> params_;
  std::map<int, std::string> kinds_;   // letters by root kind
  std::map<int, char> exact_;          // by root kind
  std::map<int, Variable> variables_;  // by root value
  friend class Scan;
};

// A constant's bits as C of a type.
std::string CConstant(int64_t bits, char type, bool plain);
// The registers that an instruction reads, with their types ('-': any).
std::vector<std::pair<runtime::Reg, char>> RegistersRead(const runtime::HostProgram& program,
                                                         const runtime::HostInstruction& in);
// The register that it writes and its type; nothing: kNoReg.
std::pair<runtime::Reg, char> RegisterWritten(const runtime::HostProgram& program,
                                              const runtime::HostInstruction& in);
bool IsJump(runtime::HostOp op);
// How a return reads its value.
char ReturnType(runtime::HostOp op);
// How a kernel argument's register is read.
char CellType(DType dtype);
char ValueType(runtime::HostValueKind kind);

}  // namespace tirx::codegen
