// SPDX-License-Identifier: Apache-2.0
// Writes the bytecode of one host function: registers, expressions (host_expr.cc), statements (host_stmt.cc)
// and host operations (host_calls.cc).
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/host_read_only.h"
#include "codegen/host_tables.h"
#include "diag/result.h"
#include "ir/function.h"
#include "runtime/host_program.h"

namespace tirx::codegen {

using runtime::HostInstruction;
using runtime::Reg;

// The program as it grows, and what its functions are called.
struct HostProgramBuilder {
  const ir::IRModule& module;
  runtime::HostProgram program;
  std::map<std::string, uint32_t, std::less<>> functions;  // by name
  std::map<std::string, uint32_t, std::less<>> kernels;    // by symbol, those launched so far
  std::map<int64_t, uint16_t> constants;
};

inline constexpr int64_t kMaxFrameBytes = 1 << 20;  // of a function's own memory

class HostEmitter {
 public:
  HostEmitter(HostProgramBuilder* builder, const ir::Function& function)
      : builder_(*builder), function_(function), only_read_(OnlyReadArguments(builder->module, function)) {}
  Result<runtime::HostFunction> Run();

 private:
  using Op = HostOp;
  static constexpr size_t kMaxRows = 0xFFFF;  // of a table of the program; indices have 16 bits
  runtime::HostProgram& program() { return builder_.program; }

  // --- registers and code ---
  Reg NewReg();
  // Frees the registers of temporaries and of variables that went out of scope.
  void ReleaseTo(uint32_t mark) { next_reg_ = mark; }
  size_t Emit(Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0);
  size_t EmitJump(Op op, Reg condition = 0) { return Emit(op, condition); }
  void JumpTo(Op op, Reg condition, size_t target);
  void Patch(size_t jump, size_t target);
  void PatchToHere(size_t jump) { Patch(jump, out_.code.size()); }
  Reg EmitConst(int64_t bits);
  // Leaves the value in `to`, by retargeting the instruction that made it where that is possible.
  void MoveTo(Reg to, Reg value);
  // The last instruction's result is the variable's value.
  void NameLast(const ir::Var& var);
  // Adds a row to a table of the program and gives its index.
  template <class Row>
  Result<uint16_t> AddRow(std::vector<Row>* table, Row row, const char* what) {
    if (table->size() >= kMaxRows)
      return Fail(DK::HostTooLarge, function_->span, {out_.name, std::to_string(kMaxRows), what});
    table->push_back(std::move(row));
    return uint16_t(table->size() - 1);
  }

  // --- expressions ---
  Result<Reg> Value(const ir::Expr& expr);
  Result<Reg> Compute(const ir::Expr& expr);
  Result<HostClass> ClassOf(const ir::Expr& expr);
  Reg Apply(Op op, Reg x, Reg y = 0);
  Reg Narrowed(Reg value, std::optional<HostOp> op) { return op ? Apply(*op, value) : value; }
  Result<Reg> VarValue(const ir::Var& var, const Span& span);
  Result<Reg> Constant(const ir::Expr& expr);
  Result<Reg> BinaryValue(const ir::BinaryNode* node);
  Result<Reg> LazyLogic(const ir::BinaryNode* node);
  Result<Reg> UnaryValue(const ir::UnaryNode* node);
  Result<Reg> CastValue(const ir::CastNode* node);
  Reg Convert(Reg value, DType from, DType to);
  Result<Reg> SelectValue(const ir::SelectNode* node);
  Result<Reg> LazySelect(const ir::CallNode* call);
  Result<Reg> LoadValue(const ir::TensorLoadNode* node);
  Result<Reg> ElementIndex(const ir::Var& tensor, const Array<ir::Expr>& indices);
  // Values found in a branch are not known after it.
  size_t MemoMark() const { return memo_order_.size(); }
  void ForgetMemo(size_t mark);

  // --- calls ---
  Result<Reg> CallValue(const ir::CallNode* call);
  Result<Reg> CallFunction(const ir::CallNode* call, const ir::GlobalVarNode* callee);
  Result<Reg> MathValue(const ir::CallNode* call);
  Result<Reg> ArgScalar(const ir::CallNode* call);
  Result<Reg> ArgPointer(const ir::CallNode* call);
  Result<Reg> ArgTensor(const ir::CallNode* call);
  Result<Reg> TensorField(const ir::CallNode* call);
  Status ArgCount(const ir::CallNode* call);
  Status CheckTensor(const ir::CallNode* call);
  Status SetDevice(const ir::CallNode* call);
  Status LaunchKernel(const ir::CallNode* call);
  Result<Reg> CallPacked(const ir::CallNode* call);
  Result<Reg> EncodeTensorMap(const ir::CallNode* call);
  Result<Reg> OffsetPointer(const ir::CallNode* call);
  Result<Reg> AddressOf(const ir::CallNode* call);
  Result<Reg> IsNull(const ir::CallNode* call);
  Result<Reg> SomeValue(const ir::CallNode* call);
  Result<Reg> FirstOperand(const ir::CallNode* call);
  Result<runtime::HostExpectation> Expectation(const ir::Expr& expr);
  Result<uint16_t> AddParam(const ir::CallNode* call, std::string expected, DType dtype, int64_t ndim);
  uint32_t KernelIndex(const std::string& symbol);

  // --- statements ---
  Status Run(const ir::Stmt& stmt);
  Status RunOne(const ir::Stmt& stmt);
  Status RunBlock(const ir::Stmt& stmt);
  Status RunBind(const ir::BindNode* node);
  Status BindTensor(const ir::BindNode* node, const ir::CallNode* call);
  Status RunStore(const ir::TensorStoreNode* node);
  Status RunEvaluate(const ir::EvaluateNode* node);
  Status RunIf(const ir::IfNode* node);
  Status RunFor(const ir::ForNode* node);
  Status RunWhile(const ir::WhileNode* node);
  Status RunReturn(const ir::ReturnNode* node);
  Status RunAssert(const ir::AssertNode* node);

  Failure Unsupported(const std::string& what, const std::string& rule, const Span& span) const {
    return Fail(DK::HostUnsupported, span, {what, rule});
  }

  struct Loop {
    std::vector<size_t> breaks, continues;  // jumps to patch
  };

  HostProgramBuilder& builder_;
  const ir::Function& function_;
  const std::set<int64_t> only_read_;  // indices of arguments
  runtime::HostFunction out_;
  uint32_t next_reg_ = 0, max_reg_ = 0;
  size_t last_label_ =
      0;  // no jump leads beyond this index: the instruction before it is not followed in all cases
  std::unordered_map<const Object*, Reg> vars_;  // VarNode*: its value; of a tensor, its data pointer
  std::unordered_map<const Object*, Reg> memo_;  // of the running statement
  std::vector<ir::Expr> memo_order_;             // keeps the keys alive
  std::map<int64_t, uint16_t> params_;           // argument index: row of program.params
  std::vector<Loop> loops_;
  bool failed_size_ = false;
};

}  // namespace tirx::codegen
