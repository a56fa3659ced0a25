// SPDX-License-Identifier: Apache-2.0
#include "pass/lane_body.h"

#include "ir/arith.h"
#include "ir/op.h"
#include "pass/align_tensors.h"
#include "pass/loop_exits.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

std::string Named(const Var& tensor) {
  return "`" + std::string(tensor->name) + "`";
}

}  // namespace

Stmt LaneBody::Refuse(std::string reason) {
  if (reason_.empty()) reason_ = std::move(reason);
  return Stmt();
}

Expr LaneBody::RefuseValue(std::string reason) {
  Refuse(std::move(reason));
  return Expr();
}

// --- statements ---

Stmt LaneBody::Rewrite(const Stmt& stmt) {
  memo_.clear();
  if (auto* seq = stmt.as<SeqNode>()) return RewriteSeq(*seq);
  if (stmt.as<BindNode>()) return RewriteBind(stmt);
  if (auto* store = stmt.as<TensorStoreNode>()) return RewriteStore(*store);
  if (stmt.as<IfNode>()) return RewriteIf(stmt);
  if (auto* loop = stmt.as<ForNode>()) return RewriteFor(*loop);
  return Refuse("it holds a statement that is not an assignment, an `if` or a loop");
}

Stmt LaneBody::RewriteSeq(const SeqNode& seq) {
  std::vector<Stmt> out;
  for (const Stmt& stmt : seq.stmts) {
    Stmt after = Rewrite(stmt);
    if (!after.defined()) return Stmt();
    out.push_back(after);
  }
  return MakeSeq(out, seq.span);
}

Stmt LaneBody::RewriteBind(const Stmt& stmt) {
  const BindNode& bind = *stmt.as<BindNode>();
  if (!bind.var.is_tensor()) {
    Expr value = Value(bind.value);
    if (!value.defined()) return Stmt();
    if (value->dtype().lanes == bind.value->dtype().lanes) return Bind(bind.var, value, bind.span);
    Var vector(bind.var->name, value->ty, bind.var->span);
    vectors_[bind.var.get()] = vector;
    return Bind(vector, value, bind.span);
  }
  TensorType type = bind.var.tensor_type();
  auto* call = bind.value.as<CallNode>();
  auto extent = type->ndim() == 1 ? ConstInt(type->dim(0)) : std::nullopt;
  if (!call || call->op_name() != "alloc_tensor" || View(type->scope) != "local" || !extent ||
      type->dtype.lanes != 1)
    return Refuse("it declares " + Named(bind.var) + ", of which there cannot be one for each lane");
  Var wide(bind.var->name,
           MakeTensorType(type->dtype, {Int32(*extent * range_.lanes)}, type->scope, {}, Expr(),
                          std::max(type->alignment, kVectorBytes)),
           bind.var->span);
  vectors_[bind.var.get()] = wide;
  return Bind(wide, ir::Call(wide->ty, call->callee, {}, call->attrs, call->span), bind.span);
}

Stmt LaneBody::RewriteStore(const TensorStoreNode& store) {
  Expr index = Index(store.tensor, store.indices), value = Vector(store.value);
  if (!index.defined() || !value.defined()) return Stmt();
  auto* ramp = index.as<RampNode>();
  if (!ramp || ConstInt(ramp->stride) != 1)
    return Refuse("the elements of " + Named(store.tensor) + " that it stores to are not neighbours");
  return TensorStore(TensorFor(store.tensor), {index}, value, store.span);
}

Stmt LaneBody::RewriteIf(const Stmt& stmt) {
  const IfNode& branch = *stmt.as<IfNode>();
  if (values_.Varies(branch.condition)) return Refuse("it branches differently in different iterations");
  Stmt then_case = Rewrite(branch.then_case), else_case;
  if (branch.else_case.defined()) {
    else_case = Rewrite(branch.else_case);
    if (!else_case.defined()) return Stmt();
  }
  return then_case.defined() ? Stmt(If(branch.condition, then_case, else_case, branch.span)) : Stmt();
}

Stmt LaneBody::RewriteFor(const ForNode& loop) {
  for (const Expr& bound : {loop.min, loop.extent, loop.step})
    if (values_.Varies(bound)) return Refuse("a loop in it has bounds that differ between iterations");
  if (HasLoopExit(loop.body)) return Refuse("a loop in it is left early");
  ForKind kind = loop.kind == ForKind::Vectorized ? ForKind::Serial : loop.kind;
  Stmt body = Rewrite(loop.body);
  return body.defined()
             ? Stmt(For(loop.var, loop.min, loop.extent, body, kind, loop.step, loop.annotations, loop.span))
             : Stmt();
}

// --- values ---

Expr LaneBody::Broadcast(const Expr& value) const {
  return value->dtype().lanes > 1 ? value : Expr(ir::Broadcast(value, range_.lanes, value->span));
}

Expr LaneBody::Vector(const Expr& e) {
  Expr value = Value(e);
  return value.defined() ? Broadcast(value) : value;
}

Expr LaneBody::Value(const Expr& e) {
  if (auto it = memo_.find(e.get()); it != memo_.end()) return it->second;
  if (e->dtype().lanes > 1) return RefuseValue("it computes with vectors already");
  Expr value = Compute(e);
  if (value.defined()) memo_.emplace(e.get(), value);
  return value;
}

Expr LaneBody::Compute(const Expr& e) {
  if (auto it = vectors_.find(e.get()); it != vectors_.end()) return it->second;
  if (e.as<TensorLoadNode>()) return Load(e);
  if (auto* call = e.as<CallNode>()) return Call(*call);
  if (auto* node = e.as<BinaryNode>()) return Binary(*node);
  if (auto* node = e.as<UnaryNode>()) {
    Expr a = Value(node->a);
    return a.defined() ? Expr(Unary(node->op, a, e->span)) : a;
  }
  if (auto* node = e.as<CastNode>()) {
    Expr a = Value(node->value);
    return a.defined() ? Expr(Cast(WithLanes(e->dtype(), a->dtype().lanes), a, e->span)) : a;
  }
  if (auto* node = e.as<SelectNode>()) {
    Expr condition = Value(node->condition), a = Value(node->then_value), b = Value(node->else_value);
    if (!condition.defined() || !a.defined() || !b.defined()) return Expr();
    bool scalar = condition->dtype().lanes == 1 && a->dtype().lanes == 1 && b->dtype().lanes == 1;
    return scalar ? Expr(Select(condition, a, b, e->span))
                  : Expr(Select(condition, Broadcast(a), Broadcast(b), e->span));
  }
  if (!values_.Varies(e)) return e;
  if (e.as<VarNode>())  // the loop's own variable: other varying names are in vectors_
    return Ramp(range_.first, MakeConst(e->dtype(), range_.step), range_.lanes, e->span);
  return RefuseValue("it computes something that vectors cannot");
}

Expr LaneBody::Binary(const BinaryNode& node) {
  Expr a = Value(node.a);
  bool lazy = IsLogical(node.op) && values_.Varies(node.b);
  if (lazy && !values_.IsSafe(node.b))
    return RefuseValue("it evaluates the right side of `" + std::string(InfoOf(node.op).name) +
                       "` only in some iterations");
  Expr b = Value(node.b);
  if (!a.defined() || !b.defined()) return Expr();
  if (a->dtype().lanes == 1 && b->dtype().lanes == 1) return ir::Binary(node.op, a, b, node.span);
  BinaryOp op = node.op == BinaryOp::And  ? BinaryOp::BitAnd
                : node.op == BinaryOp::Or ? BinaryOp::BitOr
                                          : node.op;
  return ir::Binary(op, Broadcast(a), Broadcast(b), node.span);
}

Expr LaneBody::Load(const Expr& e) {
  auto* load = e.as<TensorLoadNode>();
  if (load->tensor.tensor_type()->dtype.lanes != 1) return RefuseValue("it loads vectors already");
  Expr index = Index(load->tensor, load->indices);
  return index.defined() ? Expr(TensorLoad(TensorFor(load->tensor), {index}, e->span)) : index;
}

Var LaneBody::TensorFor(const Var& tensor) const {
  auto it = vectors_.find(tensor.get());
  return it == vectors_.end() ? tensor : RefCast<Var>(it->second);
}

Expr LaneBody::Index(const Var& tensor, const Array<Expr>& indices) {
  if (indices.size() != 1 || indices[0]->dtype().lanes != 1)
    return RefuseValue("it accesses " + Named(tensor) + " with something else than one index");
  Expr index = indices[0];
  DType t = index->dtype();
  auto stride = values_.Stride(index);
  if (!stride) return RefuseValue("the index of " + Named(tensor) + " does not grow evenly");
  if (vectors_.count(tensor.get())) {
    // Element i of lane k of a tensor that each lane has for itself.
    if (*stride != 0)
      return RefuseValue("it accesses another element of " + Named(tensor) + " in each iteration");
    Expr element = values_.analyzer().Simplify(index);
    return Ramp(element * MakeConst(t, range_.lanes), MakeConst(t, 1), range_.lanes, index->span);
  }
  if (*stride == 0)
    return values_.Varies(index) ? values_.analyzer().Simplify(values_.At(index, range_.first)) : index;
  Expr first = values_.analyzer().Simplify(values_.At(index, range_.first));
  return Ramp(first, MakeConst(t, *stride), range_.lanes, index->span);
}

Expr LaneBody::Choose(const CallNode& call) {
  Expr condition = Value(call.args[0]), a = Value(call.args[1]), b = Value(call.args[2]);
  if (!condition.defined() || !a.defined() || !b.defined()) return Expr();
  if (condition->dtype().lanes == 1) {
    if (a->dtype().lanes == 1 && b->dtype().lanes == 1)
      return ir::Call(call.ty, call.callee, {condition, a, b}, call.attrs, call.span);
    a = Broadcast(a);
    return ir::Call(a->ty, call.callee, {condition, a, Broadcast(b)}, call.attrs, call.span);
  }
  if (!values_.IsSafe(call.args[1]) || !values_.IsSafe(call.args[2]))
    return RefuseValue("it evaluates one side of a condition only in some iterations");
  return Select(condition, Broadcast(a), Broadcast(b), call.span);
}

Expr LaneBody::Call(const CallNode& call) {
  if (call.op_name() == "if_then_else") return Choose(call);
  const OpRow* row = FindOp(call.op_name());
  bool reads =
      row && row->effect == Effect::Read && call.args.size() == 1 && call.args[0].as<TensorLoadNode>();
  bool plain = row && (row->effect == Effect::Pure || row->effect == Effect::Thread || reads);
  std::string name = row ? std::string(row->name) : "a function";
  if (!plain) return RefuseValue("it calls `" + name + "`, which is not computed on vectors");
  Array<Expr> args;
  int lanes = 1;
  for (const Expr& arg : call.args) {
    Expr value = Value(arg);
    if (!value.defined()) return value;
    lanes = std::max<int>(lanes, value->dtype().lanes);
    args.push_back(value);
  }
  if (lanes == 1) return ir::Call(call.ty, call.callee, args, call.attrs, call.span);
  for (size_t i = 0; i < args.size(); ++i) args.Set(int64_t(i), Broadcast(args[i]));
  Result<Expr> made = MakeCall(*row, args, call.attrs, call.span);
  // Element by element: the result has the lanes of the operands.
  if (made.ok() && (*made)->dtype() == WithLanes(call.dtype(), lanes)) return *made;
  return RefuseValue("it calls `" + name + "`, which is not computed on vectors");
}

}  // namespace tirx::pass
