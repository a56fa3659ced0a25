// SPDX-License-Identifier: Apache-2.0
// Statements. Bodies are single statements, usually a Seq; sequences are flat.
#pragma once

#include "ir/expr.h"

namespace tirx::ir {

struct StmtNode : Object {
  Span span;
  TIRX_FIELDS(f("span", &StmtNode::span, kIgnore))
  TIRX_BASE_NODE(StmtNode, "tirx.ir.Stmt", Object);
};
struct Stmt : ObjectRef {
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(Stmt, ObjectRef, StmtNode);
};

// Defines `var` for the rest of the enclosing sequence. An allocation binds a tensor variable to a call of
// the op `alloc_tensor`; a view or a re-declared pointer, to a call of `decl_tensor`.
struct BindNode : StmtNode {
  Expr value;
  Var var;
  TIRX_FIELDS(f("value", &BindNode::value); f("var", &BindNode::var, kDefine))
  TIRX_NODE(Bind, BindNode, "tirx.ir.Bind", Stmt, StmtNode)
  Bind(Var var, Expr value, Span span = Span());
};

struct TensorStoreNode : StmtNode {
  Var tensor;
  Array<Expr> indices = NoItems<Expr>();
  Expr value;
  TIRX_FIELDS(f("tensor", &TensorStoreNode::tensor); f("indices", &TensorStoreNode::indices);
              f("value", &TensorStoreNode::value))
  TIRX_NODE(TensorStore, TensorStoreNode, "tirx.ir.TensorStore", Stmt, StmtNode)
  TensorStore(Var tensor, Array<Expr> indices, Expr value, Span span = Span());
};

struct EvaluateNode : StmtNode {
  Expr value;
  TIRX_FIELDS(f("value", &EvaluateNode::value))
  TIRX_NODE(Evaluate, EvaluateNode, "tirx.ir.Evaluate", Stmt, StmtNode)
  explicit Evaluate(Expr value, Span span = Span());
};

struct SeqNode : StmtNode {
  Array<Stmt> stmts = NoItems<Stmt>();
  TIRX_FIELDS(f("stmts", &SeqNode::stmts))
  TIRX_NODE(Seq, SeqNode, "tirx.ir.Seq", Stmt, StmtNode)
  explicit Seq(Array<Stmt> stmts, Span span = Span());
};
// Nested sequences are spliced in; a single statement stands for itself.
Stmt MakeSeq(const std::vector<Stmt>& stmts, Span span = Span());

struct IfNode : StmtNode {
  Expr condition;
  Stmt then_case;
  Stmt else_case;  // may be undefined
  TIRX_FIELDS(f("condition", &IfNode::condition); f("then_case", &IfNode::then_case);
              f("else_case", &IfNode::else_case))
  TIRX_NODE(If, IfNode, "tirx.ir.If", Stmt, StmtNode)
  If(Expr condition, Stmt then_case, Stmt else_case = Stmt(), Span span = Span());
};

enum class ForKind : int32_t { Serial = 0, Parallel = 1, Vectorized = 2, Unrolled = 3 };
std::string_view ForKindName(ForKind kind);  // "serial", "parallel", "vectorized", "unroll": as in T.<name>

// var = min, min + step, ... below min + extent.
struct ForNode : StmtNode {
  Expr min, extent, step;
  ForKind kind = ForKind::Serial;
  Attrs annotations = NoAttrs();
  Var var;
  Stmt body;
  TIRX_FIELDS(f("min", &ForNode::min); f("extent", &ForNode::extent); f("step", &ForNode::step);
              f("kind", &ForNode::kind); f("annotations", &ForNode::annotations);
              f("var", &ForNode::var, kDefine); f("body", &ForNode::body))
  TIRX_NODE(For, ForNode, "tirx.ir.For", Stmt, StmtNode)
  For(Var var, Expr min, Expr extent, Stmt body, ForKind kind = ForKind::Serial, Expr step = Expr(),
      Attrs annotations = NoAttrs(), Span span = Span());
};

struct WhileNode : StmtNode {
  Expr condition;
  Stmt body;
  TIRX_FIELDS(f("condition", &WhileNode::condition); f("body", &WhileNode::body))
  TIRX_NODE(While, WhileNode, "tirx.ir.While", Stmt, StmtNode)
  While(Expr condition, Stmt body, Span span = Span());
};

struct BreakNode : StmtNode {
  TIRX_FIELDS((void)f)
  TIRX_NODE(Break, BreakNode, "tirx.ir.Break", Stmt, StmtNode)
  static Break Make(Span span = Span());
};

struct ContinueNode : StmtNode {
  TIRX_FIELDS((void)f)
  TIRX_NODE(Continue, ContinueNode, "tirx.ir.Continue", Stmt, StmtNode)
  static Continue Make(Span span = Span());
};

// On the host, ends the function; on the device, the thread.
struct ReturnNode : StmtNode {
  Expr value;  // undefined: no value
  TIRX_FIELDS(f("value", &ReturnNode::value))
  TIRX_NODE(Return, ReturnNode, "tirx.ir.Return", Stmt, StmtNode)
  explicit Return(Expr value, Span span = Span());
};

// On the host, raises `error_kind`; on the device, traps. Message parts are StringImm or values, joined.
struct AssertNode : StmtNode {
  Expr condition;
  String error_kind;  // "RuntimeError", "ValueError", "TypeError"
  Array<Expr> message = NoItems<Expr>();
  TIRX_FIELDS(f("condition", &AssertNode::condition); f("error_kind", &AssertNode::error_kind);
              f("message", &AssertNode::message))
  TIRX_NODE(Assert, AssertNode, "tirx.ir.Assert", Stmt, StmtNode)
  Assert(Expr condition, String error_kind, Array<Expr> message, Span span = Span());
};

// A body with a meaning given by `op`; the body runs once. Regions of the core language:
//   device_entry   args: launch values in the order of attrs["launch_fields"] (an array of names: "grid.x",
//                  "block.x", ..., "dynamic_smem_bytes"); attrs["backend_config"]: canonical JSON, when
//                  given.
struct RegionNode : StmtNode {
  Op op;
  Array<Expr> args = NoItems<Expr>();
  Attrs attrs = NoAttrs();
  Array<Var> params = NoItems<Var>();
  Stmt body;
  TIRX_FIELDS(f("op", &RegionNode::op, kAttribute); f("args", &RegionNode::args);
              f("attrs", &RegionNode::attrs); f("params", &RegionNode::params, kDefine);
              f("body", &RegionNode::body))
  TIRX_NODE(Region, RegionNode, "tirx.ir.Region", Stmt, StmtNode)
  Region(Op op, Array<Expr> args, Attrs attrs, Array<Var> params, Stmt body, Span span = Span());
};

}  // namespace tirx::ir
