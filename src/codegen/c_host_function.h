// SPDX-License-Identifier: Apache-2.0
// Writes one host function as C: control here, rows of host_ops.def and of the program's tables in
// c_host_steps.cc.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "codegen/c_host.h"
#include "codegen/c_host_variables.h"

namespace tirx::codegen {

class CHostFunction {
 public:
  CHostFunction(const runtime::HostProgram& program, const runtime::HostFunction& function,
                const CHostOptions& options);

  static std::string InnerHead(const runtime::HostFunction& function);
  std::string Run();

 private:
  using Instruction = runtime::HostInstruction;
  using Reg = runtime::Reg;
  // What a jump becomes. A forward jump over a part that nests opens a block.
  enum class Shape : uint8_t { Plain, OpenIf, Else, Goto };

  void FindShapes();
  void PrintHead();
  void PrintParams();
  void PrintVariables();
  void PrintAt(size_t at);
  void PrintSelect(size_t at);
  void PrintJump(size_t at);
  void PrintReturn(size_t at);
  void CloseBlocks(size_t at);

  // --- c_host_steps.cc ---
  void PrintValue(size_t at);
  void PrintTrap(size_t at);
  void PrintStore(size_t at);
  void PrintStep(size_t at);
  void PrintConst(size_t at);
  void PrintCheckTensor(size_t at);
  void PrintAssert(size_t at);
  void PrintCallHost(size_t at);
  void PrintCallGlobal(size_t at);
  bool PrintOwnCall(size_t at, const runtime::HostGlobalCall& row);
  void PrintLaunch(size_t at);
  void PrintAssign(size_t at, char type, const std::string& value);
  std::string Operand(size_t at, int k, char type, bool plain);
  std::string OperandText(size_t at, int k);
  std::string Expression(size_t at, const std::string& target);
  std::string Number(size_t at, const runtime::HostExpectation& expectation);
  std::vector<std::string> MessageLines(size_t at, const std::vector<runtime::HostValue>& message);

  void Line(const std::string& text) { out_ += std::string(2 * depth_, ' ') + text + "\n"; }
  void FailUnless(const std::string& call) { Line("if (" + call + " != 0) return -1;"); }
  std::string Declared(size_t at) { return hoisted_ ? "" : variables_.Declare(at); }
  const Instruction& in(size_t at) const { return function_.code[at]; }
  static std::string Label(uint32_t at) { return "at_" + std::to_string(at); }

  const runtime::HostProgram& program_;
  const runtime::HostFunction& function_;
  const CHostOptions& options_;
  CHostVariables variables_;
  std::vector<Shape> shapes_;
  std::set<uint32_t> labels_;
  std::vector<uint32_t> blocks_;       // where the open ones end
  std::vector<size_t> opened_by_;      // the jumps that opened them
  std::map<uint16_t, size_t> params_;  // row of program.params: index into the function's own array
  bool hoisted_ = false;               // variables are declared at the top
  bool loops_ = false;
  size_t depth_ = 0;
  std::string out_;
};

// Where inner functions are called by.
std::string InnerSymbol(const runtime::HostFunction& function);

}  // namespace tirx::codegen
