// SPDX-License-Identifier: Apache-2.0
// The kernel as a whole, and statements.
#include <algorithm>

#include "ir/visit.h"
#include "sim/lower.h"

namespace tirx::sim {

Result<Program> LowerKernel(const ir::Function& kernel, const ir::IRModule& module, bool traced) {
  return KernelLowering(kernel, module, traced).Run();
}

namespace {

// Views of shared memory may have smaller elements than what they look at.
int SmallestSharedView(const ir::Function& kernel, const ir::IRModule& module) {
  int smallest = 8;
  auto look = [&](const ObjectRef& node) {
    auto* bind = node.as<ir::BindNode>();
    if (!bind || !bind->var.is_tensor()) return true;
    auto* call = bind->value.as<ir::CallNode>();
    if (!call || call->op_name() != "decl_tensor") return true;
    ir::TensorType type = bind->var.tensor_type();
    if (View(type->scope).substr(0, 6) == "shared")
      smallest = std::min(smallest, int(StorageBytes(ScalarOf(type->dtype))));
    return true;
  };
  ir::Walk(kernel, look);
  for (size_t i = 0; i < module->functions.size(); ++i) ir::Walk(module->functions[i], look);
  return smallest;
}

}  // namespace

Result<Program> KernelLowering::Run() {
  shared_cell_limit_ = SmallestSharedView(kernel_, module_);
  statement_span_ = kernel_->span;
  assembler_.SetSite(kernel_->span);
  TIRX_RETURN_IF_FAILED(AddParams());
  if (!kernel_->body.defined())
    return Unsupported("`" + std::string(View(kernel_->name)) + "`: it has no body", Span());
  TIRX_RETURN_IF_FAILED(LowerStmt(kernel_->body));
  return assembler_.Finish(std::string(View(kernel_->name)));
}

Status KernelLowering::AddParams() {
  for (size_t i = 0; i < kernel_->params.size(); ++i) {
    ir::Var param = kernel_->params[i];
    std::string name(View(param->name));
    if (param->ty.as<ir::TensorMapTypeNode>()) {  // opaque: only its address is of use
      values_[param.get()] = assembler_.AddParam(name, true, Type::U64);
      continue;
    }
    if (param.is_tensor() || IsVoid(param->dtype()))
      return Unsupported("`" + std::string(View(kernel_->name)) + "`: parameter `" + name + "` is " +
                             ir::TypeName(param->ty) + "; a kernel takes pointers and scalars",
                         param->span);
    TIRX_TRY(Type type, ScalarType(param->dtype(), param->span));
    values_[param.get()] = assembler_.AddParam(name, IsHandle(param->dtype()), type);
  }
  return Ok();
}

Status KernelLowering::LowerStmt(const ir::Stmt& stmt) {
  if (!stmt.defined()) return Ok();
  if (auto* seq = stmt.as<ir::SeqNode>()) return LowerSeq(*seq);
  memo_.clear();
  if (stmt->span.defined()) statement_span_ = stmt->span;
  assembler_.SetSite(statement_span_);
  if (auto* bind = stmt.as<ir::BindNode>()) return LowerBind(*bind, false);
  if (auto* store = stmt.as<ir::TensorStoreNode>()) return LowerStore(*store);
  if (auto* branch = stmt.as<ir::IfNode>()) return LowerIf(*branch);
  if (auto* loop = stmt.as<ir::ForNode>()) return LowerFor(stmt, *loop);
  if (auto* loop = stmt.as<ir::WhileNode>()) return LowerWhile(stmt, *loop);
  if (auto* leave = stmt.as<ir::ReturnNode>()) return LowerReturn(*leave);
  if (auto* check = stmt.as<ir::AssertNode>()) return LowerAssert(*check);
  if (stmt.as<ir::BreakNode>()) {
    assembler_.Break();
    return Ok();
  }
  if (stmt.as<ir::ContinueNode>()) {
    assembler_.Continue();
    return Ok();
  }
  if (auto* evaluate = stmt.as<ir::EvaluateNode>()) {
    size_t mark = assembler_.Mark();
    auto* call = evaluate->value.as<ir::CallNode>();
    auto value = call ? LowerCall(*call, false) : LowerExpr(evaluate->value);
    if (!value.ok()) return value.failure();
    assembler_.Release(mark);
    return Ok();
  }
  auto* region = stmt.as<ir::RegionNode>();
  return Unsupported(
      region ? "a region `" + std::string(View(region->op->name)) + "` in a kernel" : "this statement",
      stmt->span);
}

Status KernelLowering::LowerScope(const ir::Stmt& stmt) {
  size_t mark = assembler_.Mark();
  TIRX_RETURN_IF_FAILED(LowerStmt(stmt));
  assembler_.Release(mark);
  return Ok();
}

// Whether `stmt` gives the whole of `tensor` its first value.
static bool StoresTo(const ir::Stmt& stmt, const ir::Var& tensor) {
  auto* store = stmt.as<ir::TensorStoreNode>();
  return store && store->tensor.same_as(tensor);
}

Status KernelLowering::LowerSeq(const ir::SeqNode& seq) {
  size_t mark = assembler_.Mark();
  for (size_t i = 0; i < seq.stmts.size(); ++i) {
    ir::Stmt stmt = seq.stmts[i];
    auto* bind = stmt.as<ir::BindNode>();
    if (!bind) {
      TIRX_RETURN_IF_FAILED(LowerStmt(stmt));
      continue;
    }
    memo_.clear();
    if (stmt->span.defined()) statement_span_ = stmt->span;
    assembler_.SetSite(statement_span_);
    bool stored_next = i + 1 < seq.stmts.size() && StoresTo(seq.stmts[i + 1], bind->var);
    TIRX_RETURN_IF_FAILED(LowerBind(*bind, stored_next));
  }
  assembler_.Release(mark);
  return Ok();
}

Status KernelLowering::LowerBind(const ir::BindNode& bind, bool stored_next) {
  auto* call = bind.value.as<ir::CallNode>();
  if (call && call->op_name() == "alloc_tensor") return AllocTensor(bind, stored_next);
  if (call && call->op_name() == "decl_tensor") return DeclTensor(bind, call->args[0]);
  TIRX_TRY(Value value, LowerKept(bind.value));
  values_[bind.var.get()] = value;
  if (traced_) assembler_.Show(std::string(View(bind.var->name)), value);
  return Ok();
}

Status KernelLowering::LowerStore(const ir::TensorStoreNode& store) {
  size_t mark = assembler_.Mark();
  TIRX_TRY(const TensorPlace* place, PlaceOf(store.tensor, store.span));
  TIRX_TRY(Value value, LowerExpr(store.value));
  if (place->kind == TensorPlace::Cell) {
    assembler_.SetSite(statement_span_);
    // Lanes that were already inactive where the cell was declared never read it, so no mask is needed at
    // that depth.
    const bool fresh = value.reg >= mark && !place->checked && place->depth == assembler_.depth();
    if (!fresh || !assembler_.Retarget(value, place->cell)) assembler_.Assign(place->cell, value);
    if (place->checked) assembler_.MarkCell(place->written);
    if (traced_) assembler_.Show(place->name, place->cell);
    assembler_.Release(mark);
    return Ok();
  }
  auto* ramp = store.indices.empty() ? nullptr : store.indices[store.indices.size() - 1].as<ir::RampNode>();
  if (ramp && ir::ConstInt(ramp->stride) != 1) {
    TIRX_RETURN_IF_FAILED(StoreStrided(store, *ramp, value));
    assembler_.Release(mark);
    return Ok();
  }
  TIRX_TRY(Element element, ElementAt(store.tensor, store.indices, store.span));
  assembler_.SetSite(statement_span_);
  // A vector of addresses with a uniform value is fine; the value of each component stands by itself.
  assembler_.Store(element.access, value);
  if (traced_) assembler_.ShowElement(element.access, value);
  assembler_.Release(mark);
  return Ok();
}

Status KernelLowering::LowerIf(const ir::IfNode& branch) {
  size_t mark = assembler_.Mark();
  TIRX_TRY(Value condition, LowerExpr(branch.condition));
  Span span = statement_span_;
  assembler_.SetSite(span);
  assembler_.BeginIf(condition);
  TIRX_RETURN_IF_FAILED(LowerScope(branch.then_case));
  if (branch.else_case.defined()) {
    statement_span_ = span;
    assembler_.SetSite(span);
    assembler_.BeginElse();
    TIRX_RETURN_IF_FAILED(LowerScope(branch.else_case));
  }
  statement_span_ = span;
  assembler_.SetSite(span);
  assembler_.EndIf();
  assembler_.Release(mark);
  return Ok();
}

Status KernelLowering::LowerFor(const ir::Stmt& stmt, const ir::ForNode& loop) {
  size_t mark = assembler_.Mark();
  TIRX_TRY(Value first, LowerExpr(loop.min));
  TIRX_TRY(Value extent, LowerExpr(loop.extent));
  Value step = assembler_.Const(first.type, int64_t(1));
  if (loop.step.defined()) {
    TIRX_TRY(step, LowerKept(loop.step));
  }
  Span span = statement_span_;
  assembler_.SetSite(span);
  Value end = assembler_.Binary(Op::Add, first, extent);
  Value var = assembler_.NewValue(first.type, uniformity_.IsVarying(loop.var) || end.vector || step.vector);
  assembler_.Copy(var, first);
  values_[loop.var.get()] = var;
  assembler_.BeginLoop(uniformity_.IsDivergent(stmt));
  size_t body = assembler_.Mark();
  assembler_.LoopWhile(assembler_.Compare(Op::Lt, var, end));
  assembler_.Release(body);
  if (traced_) assembler_.Show(std::string(View(loop.var->name)), var);
  TIRX_RETURN_IF_FAILED(LowerScope(loop.body));
  statement_span_ = span;
  assembler_.SetSite(span);
  assembler_.BeginNext();
  assembler_.BinaryInto(var, Op::Add, var, step);
  assembler_.EndLoop();
  assembler_.Release(mark);
  return Ok();
}

Status KernelLowering::LowerWhile(const ir::Stmt& stmt, const ir::WhileNode& loop) {
  size_t mark = assembler_.Mark();
  Span span = statement_span_;
  assembler_.BeginLoop(uniformity_.IsDivergent(stmt));
  TIRX_TRY(Value condition, LowerExpr(loop.condition));
  assembler_.SetSite(span);
  assembler_.LoopWhile(condition);
  TIRX_RETURN_IF_FAILED(LowerScope(loop.body));
  statement_span_ = span;
  assembler_.SetSite(span);
  assembler_.BeginNext();
  assembler_.EndLoop();
  assembler_.Release(mark);
  return Ok();
}

Status KernelLowering::LowerReturn(const ir::ReturnNode& leave) {
  if (inlined_.empty()) {
    assembler_.Return();
    return Ok();
  }
  if (leave.value.defined()) {
    size_t mark = assembler_.Mark();
    TIRX_TRY(Value value, LowerExpr(leave.value));
    assembler_.SetSite(statement_span_);
    assembler_.Assign(inlined_.back().result, value);
    assembler_.Release(mark);
  }
  assembler_.LeaveBlock();
  return Ok();
}

Status KernelLowering::LowerAssert(const ir::AssertNode& check) {
  size_t mark = assembler_.Mark();
  TIRX_TRY(Value condition, LowerExpr(check.condition));
  std::string message;
  for (size_t i = 0; i < check.message.size(); ++i) {
    auto* text = check.message[i].as<ir::StringImmNode>();
    message += text ? std::string(View(text->value)) : "(value)";
  }
  assembler_.SetSite(statement_span_);
  assembler_.BeginIf(assembler_.Unary(Op::Not, condition));
  assembler_.Trap(message);
  assembler_.EndIf();
  assembler_.Release(mark);
  return Ok();
}

}  // namespace tirx::sim
