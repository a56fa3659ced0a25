// SPDX-License-Identifier: Apache-2.0
// The builder: writing IR by hand, and what the elaborator writes through. Statements go to the innermost
// open block.
//
//   ir::Builder b;
//   Var a = b.Param("A", MakeTensorType(Float(32), {Int32(64)}));
//   b.DeviceEntry({Int32(1)}, {Int32(64)}, [&] {
//     Var i = b.Bind("i", b.Op("gpu.thread_idx", {}, {{"axis", "x"}}));
//     b.Store(a, {i}, b.Load(a, {i}) + MakeFloat(Float(32), 1));
//   });
//   Function f = b.Finish("main");
//
// Operand errors here are mistakes of the program that builds, so they are internal errors; the elaborator
// checks first.
#pragma once

#include <utility>
#include <vector>

#include "ir/arith.h"
#include "ir/function.h"
#include "ir/op.h"

namespace tirx::ir {

class Builder {
 public:
  using Block = FunctionRef<void()>;

  // The span that new statements carry.
  void SetSpan(Span span) { span_ = std::move(span); }
  const Span& span() const { return span_; }

  // Blocks: Open starts a statement list, Close ends it and returns it. Every Open needs its Close.
  void Open();
  Stmt Close();
  void Emit(Stmt stmt);
  size_t depth() const { return blocks_.size(); }

  Var Param(String name, Type type);
  Var Param(String name, DType dtype) { return Param(std::move(name), PrimType(dtype)); }
  const std::vector<Var>& params() const { return params_; }

  Var Bind(String name, Expr value);
  // A tensor living until the end of the enclosing block, in the type's scope.
  Var Alloc(String name, TensorType type);
  // A typed view of the memory at `pointer`.
  Var Decl(String name, TensorType type, Expr pointer);
  void Store(Var tensor, Array<Expr> indices, Expr value);
  Expr Load(Var tensor, Array<Expr> indices);
  void Evaluate(Expr call);
  Expr Op(std::string_view name, Array<Expr> args, Attrs attrs = NoAttrs());
  // A call of a function of the module.
  Expr CallFunction(String name, Type ret_type, Array<Expr> args);

  void For(String name, Expr min, Expr extent, FunctionRef<void(Var)> body, ForKind kind = ForKind::Serial,
           Expr step = Expr(), Attrs annotations = NoAttrs());
  void If(Expr condition, Block then_case);
  void If(Expr condition, Block then_case, Block else_case);
  void While(Expr condition, Block body);
  void Break() { Emit(ir::Break::Make(span_)); }
  void Continue() { Emit(ir::Continue::Make(span_)); }
  void Return(Expr value = Expr()) { Emit(ir::Return(std::move(value), span_)); }
  void Assert(Expr condition, String error_kind, Array<Expr> message);

  // A device entry; grid and block have one to three extents. Further launch fields by name.
  void DeviceEntry(Array<Expr> grid, Array<Expr> block, Block body,
                   std::vector<std::pair<String, Expr>> fields = {}, Attrs attrs = NoAttrs());
  // The region from packed parts, as the elaborator has them.
  void Region(String op, Array<Expr> args, Attrs attrs, Array<Var> params, Block body);

  // Ends the function. An exported function gets its name as global symbol.
  Function Finish(String name, Type ret_type = VoidType(), bool exported = true, Attrs attrs = NoAttrs());

 private:
  std::vector<std::vector<Stmt>> blocks_;
  std::vector<Var> params_;
  Span span_;
};

}  // namespace tirx::ir
