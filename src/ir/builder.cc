// SPDX-License-Identifier: Apache-2.0
#include "ir/builder.h"

#include "base/check.h"
#include "diag/render.h"

namespace tirx::ir {

void Builder::Open() {
  blocks_.emplace_back();
}

Stmt Builder::Close() {
  TIRX_CHECK(!blocks_.empty(), "Close without Open");
  std::vector<Stmt> stmts = std::move(blocks_.back());
  blocks_.pop_back();
  return MakeSeq(stmts, stmts.empty() ? span_ : stmts.front()->span);
}

void Builder::Emit(Stmt stmt) {
  if (blocks_.empty()) Open();
  blocks_.back().push_back(std::move(stmt));
}

Var Builder::Param(String name, Type type) {
  params_.emplace_back(std::move(name), std::move(type), span_);
  return params_.back();
}

Var Builder::Bind(String name, Expr value) {
  Var var(std::move(name), value->ty, span_);
  Emit(ir::Bind(var, std::move(value), span_));
  return var;
}

Var Builder::Alloc(String name, TensorType type) {
  Var var(std::move(name), type, span_);
  Emit(ir::Bind(var, Call(type, ir::Op("alloc_tensor"), NoItems<Expr>(), NoAttrs(), span_), span_));
  return var;
}

Var Builder::Decl(String name, TensorType type, Expr pointer) {
  Var var(std::move(name), type, span_);
  Emit(ir::Bind(var, Call(type, ir::Op("decl_tensor"), {std::move(pointer)}, NoAttrs(), span_), span_));
  return var;
}

void Builder::Store(Var tensor, Array<Expr> indices, Expr value) {
  Emit(TensorStore(std::move(tensor), std::move(indices), std::move(value), span_));
}

Expr Builder::Load(Var tensor, Array<Expr> indices) {
  return TensorLoad(std::move(tensor), std::move(indices), span_);
}

void Builder::Evaluate(Expr call) {
  Emit(ir::Evaluate(std::move(call), span_));
}

Expr Builder::Op(std::string_view name, Array<Expr> args, Attrs attrs) {
  const OpRow* row = FindOp(name);
  TIRX_CHECK(row != nullptr, "no operation `" + std::string(name) + "`");
  auto call = MakeCall(*row, std::move(args), std::move(attrs), span_);
  TIRX_CHECK(call.ok(), call.ok() ? "" : diag::Render(call.diagnostics()));
  return *call;
}

Expr Builder::CallFunction(String name, Type ret_type, Array<Expr> args) {
  return Call(std::move(ret_type), GlobalVar(std::move(name)), std::move(args), {}, span_);
}

void Builder::For(String name, Expr min, Expr extent, FunctionRef<void(Var)> body, ForKind kind, Expr step,
                  Attrs annotations) {
  Var var(std::move(name), min->ty, span_);
  Span span = span_;
  Open();
  body(var);
  Stmt inner = Close();
  Emit(ir::For(var, std::move(min), std::move(extent), inner, kind, std::move(step), std::move(annotations),
               span));
}

void Builder::If(Expr condition, Block then_case) {
  Span span = span_;
  Open();
  then_case();
  Stmt then_stmt = Close();
  Emit(ir::If(std::move(condition), then_stmt, Stmt(), span));
}

void Builder::If(Expr condition, Block then_case, Block else_case) {
  Span span = span_;
  Open();
  then_case();
  Stmt then_stmt = Close();
  Open();
  else_case();
  Stmt else_stmt = Close();
  Emit(ir::If(std::move(condition), then_stmt, else_stmt, span));
}

void Builder::While(Expr condition, Block body) {
  Span span = span_;
  Open();
  body();
  Stmt inner = Close();
  Emit(ir::While(std::move(condition), inner, span));
}

void Builder::Assert(Expr condition, String error_kind, Array<Expr> message) {
  Emit(ir::Assert(std::move(condition), std::move(error_kind), std::move(message), span_));
}

void Builder::DeviceEntry(Array<Expr> grid, Array<Expr> block, Block body,
                          std::vector<std::pair<String, Expr>> fields, Attrs attrs) {
  Array<Expr> args;
  Array<String> names;
  auto add = [&](std::string name, const Expr& value) {
    names.push_back(name);
    args.push_back(value);
  };
  const char* axes[] = {".x", ".y", ".z"};
  for (size_t i = 0; i < grid.size(); ++i) add(std::string("grid") + axes[i], grid[i]);
  for (size_t i = 0; i < block.size(); ++i) add(std::string("block") + axes[i], block[i]);
  for (auto& [name, value] : fields) add(std::string(name), value);
  attrs.Set("launch_fields", names);
  Region("device_entry", std::move(args), std::move(attrs), {}, body);
}

void Builder::Region(String op, Array<Expr> args, Attrs attrs, Array<Var> params, Block body) {
  Span span = span_;
  Open();
  body();
  Stmt inner = Close();
  Emit(ir::Region(ir::Op(View(op)), std::move(args), std::move(attrs), std::move(params), inner, span));
}

Function Builder::Finish(String name, Type ret_type, bool exported, Attrs attrs) {
  if (blocks_.empty()) Open();
  TIRX_CHECK(blocks_.size() == 1, "Finish inside an open block");
  Stmt body = Close();
  if (exported) attrs.Set(attr::kGlobalSymbol, name);
  Array<Var> params(params_.begin(), params_.end());
  params_.clear();
  return Function(std::move(name), params, body, std::move(ret_type), std::move(attrs), span_);
}

}  // namespace tirx::ir
