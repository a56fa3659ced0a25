// SPDX-License-Identifier: Apache-2.0
// Expressions of host code.
#include <cstring>

#include "base/float_format.h"
#include "codegen/host_emitter.h"
#include "ir/arith.h"

namespace tirx::codegen {

using ir::BinaryOp;
using ir::Expr;

Result<HostClass> HostEmitter::ClassOf(const Expr& expr) {
  if (auto found = HostClassOf(expr->dtype())) return *found;
  return Unsupported("a value of type " + ir::TypeName(expr->ty),
                     "it can compute with bool, integers of 8 to 64 bits and floats of 16 to 64 bits",
                     expr->span);
}

Result<Reg> HostEmitter::Value(const Expr& expr) {
  if (auto* var = expr.as<ir::VarNode>()) return VarValue(ffi::GetRef<ir::Var>(var), expr->span);
  auto found = memo_.find(expr.get());
  if (found != memo_.end()) return found->second;
  TIRX_TRY(Reg value, Compute(expr));
  // A call may have effects: each mention of it is a call of its own.
  if (!expr.as<ir::CallNode>()) {
    memo_.emplace(expr.get(), value);
    memo_order_.push_back(expr);
  }
  return value;
}

void HostEmitter::ForgetMemo(size_t mark) {
  for (size_t i = mark; i < memo_order_.size(); ++i) memo_.erase(memo_order_[i].get());
  memo_order_.resize(mark);
}

Result<Reg> HostEmitter::Compute(const Expr& expr) {
  if (auto* call = expr.as<ir::CallNode>()) return CallValue(call);
  TIRX_RETURN_IF_FAILED(ClassOf(expr));
  if (auto* binary = expr.as<ir::BinaryNode>()) return BinaryValue(binary);
  if (auto* unary = expr.as<ir::UnaryNode>()) return UnaryValue(unary);
  if (auto* cast = expr.as<ir::CastNode>()) return CastValue(cast);
  if (auto* select = expr.as<ir::SelectNode>()) return SelectValue(select);
  if (auto* load = expr.as<ir::TensorLoadNode>()) return LoadValue(load);
  return Constant(expr);
}

Reg HostEmitter::Apply(Op op, Reg x, Reg y) {
  Reg result = NewReg();
  Emit(op, result, x, y);
  return result;
}

Result<Reg> HostEmitter::VarValue(const ir::Var& var, const Span& span) {
  auto found = vars_.find(var.get());
  if (found != vars_.end()) return found->second;
  return Unsupported("`" + std::string(View(var->name)) + "`, which has no value there",
                     "a private host function must get the extents of its tensors as parameters", span);
}

Result<Reg> HostEmitter::Constant(const Expr& expr) {
  if (auto* integer = expr.as<ir::IntImmNode>()) return EmitConst(integer->value);
  if (auto* number = expr.as<ir::FloatImmNode>()) {
    double value = RoundToType(expr->dtype(), number->value);
    int64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return EmitConst(bits);
  }
  return Unsupported("an expression of kind `" + expr->GetTypeKey() + "`", "it belongs into a kernel",
                     expr->span);
}

Result<Reg> HostEmitter::BinaryValue(const ir::BinaryNode* node) {
  if (ir::IsLogical(node->op)) return LazyLogic(node);
  TIRX_TRY(HostClass operands, ClassOf(node->a));
  auto found = FindBinary(node->op, operands);
  TIRX_CHECK(found,
             "operator `" + std::string(ir::InfoOf(node->op).name) + "` on " + ir::TypeName(node->a->ty));
  TIRX_TRY(Reg a, Value(node->a));
  TIRX_TRY(Reg b, Value(node->b));
  if (found->swap) std::swap(a, b);
  Reg result = Apply(found->op, a, b);
  // Shifting bits out is no overflow.
  if (node->op == BinaryOp::Shl) return Narrowed(result, WrappingOf(node->dtype()));
  return found->rounds ? Narrowed(result, NarrowingOf(node->dtype())) : result;
}

Result<Reg> HostEmitter::LazyLogic(const ir::BinaryNode* node) {
  Reg result = NewReg();
  TIRX_TRY(Reg a, Value(node->a));
  Emit(Op::Move, result, a);
  size_t skip = EmitJump(node->op == BinaryOp::And ? Op::JumpIfNot : Op::JumpIf, result);
  size_t mark = MemoMark();
  TIRX_TRY(Reg b, Value(node->b));
  Emit(Op::Move, result, b);
  ForgetMemo(mark);
  PatchToHere(skip);
  return result;
}

Result<Reg> HostEmitter::UnaryValue(const ir::UnaryNode* node) {
  TIRX_TRY(HostClass operand, ClassOf(node->a));
  TIRX_TRY(Reg value, Value(node->a));
  if (node->op == ir::UnaryOp::Not) return Apply(Op::Not, value);
  if (node->op == ir::UnaryOp::BitNot) {
    if (operand == HostClass::Bool) return Apply(Op::Not, value);
    return Narrowed(Apply(Op::BitNot, value), WrappingOf(node->dtype()));
  }
  if (operand == HostClass::Float) return Apply(Op::NegF, value);
  Reg zero = EmitConst(0);
  return Narrowed(Apply(operand == HostClass::Signed ? Op::SubI : Op::SubU, zero, value),
                  NarrowingOf(node->dtype()));
}

Result<Reg> HostEmitter::CastValue(const ir::CastNode* node) {
  TIRX_RETURN_IF_FAILED(ClassOf(node->value));
  TIRX_TRY(Reg value, Value(node->value));
  return Convert(value, node->value->dtype(), node->dtype());
}

// Integers wrap, floats round, floats to integers saturate.
Reg HostEmitter::Convert(Reg value, DType from, DType to) {
  const HostClass source = *HostClassOf(from), result = *HostClassOf(to);
  if (from == to || result == HostClass::Handle) return value;
  if (result == HostClass::Float) {
    if (source == HostClass::Float) return Narrowed(value, WrappingOf(to));
    const bool is_unsigned = source != HostClass::Signed;
    // One rounding: through float64 a 64-bit integer would be rounded twice.
    if (to == Float(32)) return Apply(is_unsigned ? Op::F32OfU : Op::F32OfI, value);
    return Narrowed(Apply(is_unsigned ? Op::FloatOfU : Op::FloatOfI, value), WrappingOf(to));
  }
  if (result == HostClass::Bool) {
    if (source != HostClass::Float) return Apply(Op::ToBool, value);
    return Apply(Op::NeF, value, EmitConst(0));
  }
  if (source != HostClass::Float) return Narrowed(value, WrappingOf(to));
  const bool is_signed = result == HostClass::Signed;
  Reg truncated = Apply(is_signed ? Op::TruncI : Op::TruncU, value);
  if (to.bits == 64) return truncated;
  return Apply(is_signed ? Op::ClampI : Op::ClampU, truncated, EmitConst(to.bits));
}

Result<Reg> HostEmitter::SelectValue(const ir::SelectNode* node) {
  TIRX_TRY(Reg condition, Value(node->condition));
  TIRX_TRY(Reg a, Value(node->then_value));
  TIRX_TRY(Reg b, Value(node->else_value));
  Reg result = Apply(Op::Move, condition);
  Emit(Op::Select, result, a, b);
  return result;
}

Result<Reg> HostEmitter::LazySelect(const ir::CallNode* call) {
  Reg result = NewReg();
  TIRX_TRY(Reg condition, Value(call->args[0]));
  size_t to_else = EmitJump(Op::JumpIfNot, condition);
  size_t mark = MemoMark();
  TIRX_TRY(Reg a, Value(call->args[1]));
  Emit(Op::Move, result, a);
  ForgetMemo(mark);
  size_t to_end = EmitJump(Op::Jump);
  PatchToHere(to_else);
  TIRX_TRY(Reg b, Value(call->args[2]));
  Emit(Op::Move, result, b);
  ForgetMemo(mark);
  PatchToHere(to_end);
  return result;
}

Result<Reg> HostEmitter::LoadValue(const ir::TensorLoadNode* node) {
  TIRX_TRY(Reg data, VarValue(node->tensor, node->span));
  TIRX_TRY(Reg index, ElementIndex(node->tensor, node->indices));
  return Apply(LoadOf(node->dtype()), data, index);
}

// In elements, from the data pointer.
Result<Reg> HostEmitter::ElementIndex(const ir::Var& tensor, const Array<Expr>& indices) {
  ir::TensorType type = tensor.tensor_type();
  Expr sum =
      type->elem_offset.defined() ? ir::CastInt(RefCast<Expr>(type->elem_offset), Int(64)) : ir::Int64(0);
  Expr stride = ir::Int64(1);
  for (int k = int(indices.size()) - 1; k >= 0; --k) {
    if (!type->strides.empty()) stride = ir::CastInt(RefCast<Expr>(type->strides[size_t(k)]), Int(64));
    sum = sum + ir::CastInt(indices[size_t(k)], Int(64)) * stride;
    if (type->strides.empty()) stride = stride * ir::CastInt(RefCast<Expr>(type->shape[size_t(k)]), Int(64));
  }
  return Value(sum);
}

}  // namespace tirx::codegen
