// SPDX-License-Identifier: Apache-2.0
#include "ir/stmt.h"

#include "base/check.h"

namespace tirx::ir {
namespace {

template <class Node>
ffi::ObjectPtr<Node> NewStmt(Span span) {
  auto node = ffi::make_object<Node>();
  node->span = std::move(span);
  return node;
}

}  // namespace

Bind::Bind(Var var, Expr value, Span span) {
  auto node = NewStmt<BindNode>(std::move(span));
  node->var = std::move(var);
  node->value = std::move(value);
  data_ = std::move(node);
}

TensorStore::TensorStore(Var tensor, Array<Expr> indices, Expr value, Span span) {
  auto node = NewStmt<TensorStoreNode>(std::move(span));
  node->tensor = std::move(tensor);
  node->indices = std::move(indices);
  node->value = std::move(value);
  data_ = std::move(node);
}

Evaluate::Evaluate(Expr value, Span span) {
  auto node = NewStmt<EvaluateNode>(std::move(span));
  node->value = std::move(value);
  data_ = std::move(node);
}

Seq::Seq(Array<Stmt> stmts, Span span) {
  auto node = NewStmt<SeqNode>(std::move(span));
  node->stmts = std::move(stmts);
  data_ = std::move(node);
}

Stmt MakeSeq(const std::vector<Stmt>& stmts, Span span) {
  Array<Stmt> flat;
  for (const Stmt& stmt : stmts) {
    if (auto* seq = stmt.as<SeqNode>()) {
      for (const Stmt& inner : seq->stmts) flat.push_back(inner);
    } else {
      flat.push_back(stmt);
    }
  }
  return flat.size() == 1 ? flat[0] : Seq(std::move(flat), std::move(span));
}

If::If(Expr condition, Stmt then_case, Stmt else_case, Span span) {
  auto node = NewStmt<IfNode>(std::move(span));
  node->condition = std::move(condition);
  node->then_case = std::move(then_case);
  node->else_case = std::move(else_case);
  data_ = std::move(node);
}

std::string_view ForKindName(ForKind kind) {
  switch (kind) {
    case ForKind::Serial:
      return "serial";
    case ForKind::Parallel:
      return "parallel";
    case ForKind::Vectorized:
      return "vectorized";
    case ForKind::Unrolled:
      return "unroll";
  }
  TIRX_UNREACHABLE("loop kind");
}

For::For(Var var, Expr min, Expr extent, Stmt body, ForKind kind, Expr step, Attrs annotations, Span span) {
  auto node = NewStmt<ForNode>(std::move(span));
  node->step = step.defined() ? std::move(step) : IntImm(var->dtype(), 1);
  node->var = std::move(var);
  node->min = std::move(min);
  node->extent = std::move(extent);
  node->body = std::move(body);
  node->kind = kind;
  node->annotations = std::move(annotations);
  data_ = std::move(node);
}

While::While(Expr condition, Stmt body, Span span) {
  auto node = NewStmt<WhileNode>(std::move(span));
  node->condition = std::move(condition);
  node->body = std::move(body);
  data_ = std::move(node);
}

Break Break::Make(Span span) {
  return Break(NewStmt<BreakNode>(std::move(span)));
}
Continue Continue::Make(Span span) {
  return Continue(NewStmt<ContinueNode>(std::move(span)));
}

Return::Return(Expr value, Span span) {
  auto node = NewStmt<ReturnNode>(std::move(span));
  node->value = std::move(value);
  data_ = std::move(node);
}

Assert::Assert(Expr condition, String error_kind, Array<Expr> message, Span span) {
  auto node = NewStmt<AssertNode>(std::move(span));
  node->condition = std::move(condition);
  node->error_kind = std::move(error_kind);
  node->message = std::move(message);
  data_ = std::move(node);
}

Region::Region(Op op, Array<Expr> args, Attrs attrs, Array<Var> params, Stmt body, Span span) {
  auto node = NewStmt<RegionNode>(std::move(span));
  node->op = std::move(op);
  node->args = std::move(args);
  node->attrs = std::move(attrs);
  node->params = std::move(params);
  node->body = std::move(body);
  data_ = std::move(node);
}

}  // namespace tirx::ir
