// SPDX-License-Identifier: Apache-2.0
// The C-family printer, from inside: one FunctionPrinter writes one function; the file's functions share a
// FileContext. Members stand in the file of their theme: c_function, c_stmt, c_order, c_expr, c_operator,
// c_cast, c_call, c_memory.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/string_map.h"
#include "codegen/c_constant.h"
#include "codegen/c_dialect.h"
#include "codegen/c_facts.h"
#include "codegen/c_names.h"
#include "codegen/c_prelude.h"
#include "codegen/c_source.h"
#include "codegen/c_template.h"
#include "codegen/c_text.h"
#include "ir/op.h"

namespace tirx::codegen {

struct FileContext {
  FileContext(const Dialect& dialect, target::Target target);

  const Dialect& dialect;
  target::Target target;
  int arch;
  Prelude prelude;
  NameSupply names;                                  // of file scope, with everything reserved
  StringMap<std::vector<const EmitRow*>> emit_rows;  // by operation: the dialect's, then the shared ones
  std::unordered_map<std::string, std::string> function_names;  // from names in the module
  diag::Diagnostics errors;
};

class FunctionPrinter {
 public:
  FunctionPrinter(FileContext& file, const ir::Function& function);

  // The line up to the body, without ` {` or `;`.
  const std::string& header() const { return header_; }
  // Header, body, closing brace. What cannot be printed is reported in the file's errors.
  const SourceText& Print();

 private:
  // What a tensor variable stands for in the generated text.
  struct Tensor {
    CText pointer;  // for cells: the variable itself
    DType dtype;
    std::string scope;
    int64_t alignment = 1;  // bytes
    bool cell = false;
    bool read_only = false;
  };

  // Functions (c_function.cc).
  std::string Header();
  std::string Param(const ir::Var& var);
  std::string PointerTo(DType element, std::string_view scope, bool read_only = false);
  std::string TypeOf(const ir::Type& type, const Span& span);
  std::string TypeOf(DType dtype, const Span& span);
  bool is_kernel() const { return function_->calling_conv() == ir::CallingConv::DeviceKernel; }

  // Statements (c_stmt.cc).
  void Stmt(const ir::Stmt& stmt);
  void Block(const ir::Stmt& stmt);
  void SeqStmt(const ir::Stmt& stmt);
  void BindStmt(const ir::Stmt& stmt);
  void StoreStmt(const ir::Stmt& stmt);
  void EvaluateStmt(const ir::Stmt& stmt);
  void IfStmt(const ir::Stmt& stmt);
  void ForStmt(const ir::Stmt& stmt);
  void WhileStmt(const ir::Stmt& stmt);
  // What must run before the condition can be evaluated, and its text.
  struct Condition {
    SourceText before;
    std::string text;
  };
  Condition ConditionOf(const ir::Expr& expr);
  void IfChain(const ir::IfNode& node, const std::string& opening);
  void BreakStmt(const ir::Stmt& stmt);
  void ContinueStmt(const ir::Stmt& stmt);
  void ReturnStmt(const ir::Stmt& stmt);
  void AssertStmt(const ir::Stmt& stmt);
  void HintLine(const ir::ForNode& loop);
  CText LoopBound(const ir::Expr& value, const char* name);
  void Line(const std::string& text) { text_.Line(text, span_); }

  // Order of evaluation (c_order.cc).
  struct Effects {
    int updates = 0, reads = 0;
  };
  // Called with a statement's expressions before any of them is printed: moves into variables what C would
  // evaluate in another order than the script, and what a vector expression would repeat for each element.
  void Prepare(std::initializer_list<ir::Expr> roots);
  using Visited = std::unordered_set<const Object*>;
  void OrderEffects(std::initializer_list<ir::Expr> roots);
  void CountEffects(const ir::Expr& expr, Effects& effects, Visited& seen) const;
  void HoistEffects(const ir::Expr& expr, bool is_root, Visited& seen);
  void HoistVectorParts(const ir::Expr& expr, bool is_root, Visited& seen);
  void HoistShared(std::initializer_list<ir::Expr> roots);
  void Hoist(const ir::Expr& expr, const char* name);
  bool IsComputedWhole(const ir::Expr& expr);
  bool ReadsWholeVector(const ir::CallNode& call);
  static std::vector<ir::Expr> EagerChildren(const ir::Expr& expr);

  // Expressions (c_expr.cc). Value is the whole value; Element is one lane of it (any lane, for a scalar).
  CText Value(const ir::Expr& expr);
  CText Element(const ir::Expr& expr, int lane);
  CText Constant(const ir::Expr& expr, int lane);
  CText Variable(const ir::Expr& expr, int lane);
  CText Operator(const ir::Expr& expr, int lane);
  CText Conversion(const ir::Expr& expr, int lane);
  CText Selection(const ir::Expr& expr, int lane);
  CText RampElement(const ir::Expr& expr, int lane);
  CText BroadcastElement(const ir::Expr& expr, int lane);
  CText VectorOf(DType dtype, const std::vector<CText>& lanes, const Span& span);

  // Operators on elements of type `t` (c_operator.cc).
  CText Binary(const ir::BinaryNode& node, int lane);
  CText Operand(const ir::BinaryNode& node, const ir::Expr& operand, int lane);
  CText BinaryText(ir::BinaryOp op, DType t, const CText& a, const CText& b, const Span& span);
  CText FloorText(const ir::BinaryNode& node, const CText& a, const CText& b);
  CText UnaryText(ir::UnaryOp op, DType t, const CText& a);
  CText Narrowed(DType t, CText value);

  // Conversions (c_cast.cc).
  CText CastText(DType from, DType to, const CText& value, const Span& span);
  CText BitCastText(DType from, DType to, const CText& value, const Span& span);
  const CastRow* VectorCast(const ir::Expr& expr) const;
  const CastRow* FindCast(std::span<const CastRow> rows, DType from, DType to) const;
  CText FromCast(const CastRow& row, DType from, DType to, const CText& value);

  // Calls (c_call.cc).
  CText Call(const ir::Expr& expr, int lane);
  CText FunctionCall(const ir::CallNode& call);
  CText Address(const ir::CallNode& call);
  CText OffsetPointer(const ir::CallNode& call);
  CText SomeValue(const ir::CallNode& call);
  CText LazySelect(const ir::CallNode& call, int lane);
  CText Reinterpret(const ir::CallNode& call, int lane);
  CText TableCall(const ir::CallNode& call, int lane);
  CText WideCall(const ir::CallNode& call, const EmitRow& row, int lane);
  const EmitRow* FindEmit(std::string_view op, DType t, const ir::CallNode* call) const;
  CText FromRow(std::string_view text, std::string_view needs, TemplateInput input, DType result,
                DType operand);
  bool CheckArch(const ir::OpRow& row, const Span& span);
  void ReportNoEmission(std::string_view op, DType t, const Span& span);

  // Memory (c_memory.cc).
  CText Load(const ir::Expr& expr, int lane);
  void Allocate(const ir::BindNode& bind);
  std::string DeclareAhead(Declared where);  // gives the parameters that it declared
  void DeclareCell(const ir::BindNode& bind, const ir::TensorStoreNode* first = nullptr);
  std::string FileUniqueName(std::string_view wish);
  void Declare(const ir::BindNode& bind);
  const Tensor& TensorOf(const ir::Var& var);
  CText PointerOf(const ir::Var& var);
  void DefineTensor(const ir::Var& var, CText pointer, int64_t least_alignment);
  CText ElementAt(const Tensor& tensor, const ir::Expr& index);
  CText AddressOf(const ir::Expr& element, int lane);
  // The vector at a ramp, or an element that is a vector itself, as one access; nothing when a ramp is not
  // contiguous or not provably aligned.
  std::optional<CText> WholeVector(const Tensor& tensor, const ir::Expr& index);
  static ir::Expr LaneIndex(const ir::Expr& index, int lane);

  template <class... Args>
  void Report(diag::Kind kind, const Span& span, Args&&... args) {
    AddError(diag::Make(kind, span.defined() ? span : span_, {AsView(args)...}));
  }
  // What is wrong with one place is said once, however often the place is printed.
  void AddError(diag::Diagnostic error);
  template <class T>
  static std::string_view AsView(const T& text) {
    if constexpr (std::is_same_v<T, String>)
      return View(text);
    else
      return text;
  }

  FileContext& file_;
  const Dialect& dialect_;
  ir::Function function_;
  std::string header_;
  SourceText text_;
  NameSupply names_;
  IndexFacts facts_;
  std::unordered_set<const Object*> read_only_;  // parameters
  std::unordered_map<const Object*, std::string> variables_;
  std::unordered_map<const Object*, Tensor> tensors_;
  std::unordered_map<const Object*, std::string> hoisted_;  // of the current statement
  std::vector<ir::Expr> keep_alive_;                        // expressions made while printing
  Span span_;                                               // of the current statement
  bool has_dynamic_shared_ = false;
};

}  // namespace tirx::codegen
