// SPDX-License-Identifier: Apache-2.0
// Lowering of a device function to the simulator's program. Internal: the entry is LowerKernel (simulator.h).
// The member functions are spread over lower_{stmt,expr,tensor,call}.cc.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diag/result.h"
#include "sim/assembler.h"
#include "sim/simulator.h"
#include "sim/uniformity.h"

namespace tirx::sim {

// Where a tensor variable's elements are.
struct TensorPlace {
  enum Kind : uint8_t { Memory, Local, Cell } kind = Memory;
  ir::TensorType type;
  std::string name;
  Value base;               // Memory: U64
  uint32_t local_base = 0;  // Local: byte offset in the lane's memory
  Value cell;               // Cell: its register
  Value written;            // Cell: which lanes have a value, when `checked`
  bool checked = false;
  uint32_t depth = 0;  // Cell: of the mask stack where it was declared
  std::vector<Amount> extents, strides;
  Amount offset;
};

class KernelLowering {
 public:
  KernelLowering(const ir::Function& kernel, const ir::IRModule& module, bool traced)
      : kernel_(kernel), module_(module), traced_(traced), uniformity_(kernel, module) {}
  Result<Program> Run();

 private:
  // An inlined function that is being lowered.
  struct Inlined {
    ir::Function function;
    Value result;
    bool has_result = false;
  };

  // lower_stmt.cc
  Status AddParams();
  Status LowerStmt(const ir::Stmt& stmt);
  Status LowerSeq(const ir::SeqNode& seq);
  Status LowerBind(const ir::BindNode& bind, bool stored_next);
  Status LowerStore(const ir::TensorStoreNode& store);
  Status LowerIf(const ir::IfNode& branch);
  Status LowerFor(const ir::Stmt& stmt, const ir::ForNode& loop);
  Status LowerWhile(const ir::Stmt& stmt, const ir::WhileNode& loop);
  Status LowerReturn(const ir::ReturnNode& leave);
  Status LowerAssert(const ir::AssertNode& check);
  // Lowers with registers that are free again afterwards.
  Status LowerScope(const ir::Stmt& stmt);

  // lower_expr.cc
  // Memoised within a statement: a shared expression is computed once.
  Result<Value> LowerExpr(const ir::Expr& expr);
  // In a register that nothing else changes: the value of a cell is copied.
  Result<Value> LowerKept(const ir::Expr& expr);
  Result<Value> LowerExprNow(const ir::Expr& expr);
  Result<Value> LowerBinary(const ir::BinaryNode& binary);
  Result<Value> LowerLogical(const ir::Expr& a, const ir::Expr& b, bool conjunction);
  Result<Value> LowerSelect(const ir::SelectNode& select);
  // One of two values; only that one is computed. The result is the assigned register.
  Result<Value> LowerLazy(Value condition, Type type, int lanes, const ir::Expr* then_value, Value then_known,
                          const ir::Expr* else_value, Value else_known);
  Result<Value> LowerRamp(const ir::RampNode& ramp);
  Result<Value> LowerBroadcast(const ir::BroadcastNode& broadcast);
  Result<Type> ScalarType(DType dtype, const Span& span);
  Result<Value> LowerIndex(const ir::Expr& index);  // as I32 or I64

  // lower_tensor.cc
  void Look(const TensorPlace& place);
  Status AllocTensor(const ir::BindNode& bind, bool stored_next);
  Status DeclTensor(const ir::BindNode& bind, const ir::Expr& pointer);
  Status Describe(TensorPlace& place, const ir::Var& var);  // extents, strides, offset
  Result<int64_t> AllocationBytes(const ir::Var& var);
  Result<Amount> AmountOf(const ir::Expr& expr);
  Result<const TensorPlace*> PlaceOf(const ir::Var& tensor, const Span& span);
  // The access to an element; `lanes` > 1 when the last index is a ramp. `vector`: differs between lanes.
  struct Element {
    uint32_t access = 0;
    bool vector = false;
    int lanes = 1;
  };
  Result<Element> ElementAt(const ir::Var& tensor, const Array<ir::Expr>& indices, const Span& span);
  Status AddIndex(Access& access, const TensorPlace& place, size_t k, const ir::Expr& index, bool& vector);
  Result<Value> LowerLoad(const ir::TensorLoadNode& load);
  Result<Value> LoadStrided(const ir::TensorLoadNode& load, const ir::RampNode& ramp);
  Status StoreStrided(const ir::TensorStoreNode& store, const ir::RampNode& ramp, const Value& value);
  Value ComponentAddresses(const Value& first, DType vector);
  Result<Value> ElementAddresses(const ir::TensorLoadNode& load);
  Result<Value> ElementAddress(const ir::Var& tensor, const Array<ir::Expr>& indices, const Span& span);
  Result<Value> RegionAddress(const ir::TensorRegionNode& region);

  // lower_call.cc
  Result<Value> LowerCall(const ir::CallNode& call, bool used);
  Result<Value> LowerOp(const ir::CallNode& call, bool used);
  Result<Value> LowerOperand(const ir::OpRow& row, size_t index, const ir::Expr& arg);
  Result<Value> LowerFunctionCall(const ir::CallNode& call, const ir::Function& function);
  Status BindArguments(const ir::CallNode& call, const ir::Function& function);
  Status BindTensorArgument(const ir::Var& param, const ir::Var& argument, const Span& span);
  Result<Value> LowerReinterpret(const ir::CallNode& call);

  // Errors and instructions point at the expression, or else at the statement around it.
  Span SpanOf(const Span& span) const { return span.defined() ? span : statement_span_; }
  Failure Unsupported(const std::string& what, const Span& span) const {
    return Fail(DK::SimUnsupported, SpanOf(span), {what});
  }

  const ir::Function kernel_;
  const ir::IRModule module_;
  const bool traced_;
  const Uniformity uniformity_;
  Assembler assembler_;
  std::unordered_map<const Object*, Value> values_;  // of scalar variables
  std::unordered_map<const Object*, TensorPlace> tensors_;
  std::unordered_map<const Object*, Value> memo_;  // of expressions of the current statement
  std::vector<Inlined> inlined_;
  Span statement_span_;
  int shared_cell_limit_ = 8;  // the smallest element of any view of shared memory
};

}  // namespace tirx::sim
