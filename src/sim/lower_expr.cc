// SPDX-License-Identifier: Apache-2.0
// Expressions.
#include "sim/lower.h"

namespace tirx::sim {
namespace {

struct BinaryRow {
  ir::BinaryOp op;
  Op code;
  bool compares = false;
  bool swapped = false;  // a > b is b < a
};

constexpr BinaryRow kBinaries[] = {
    {ir::BinaryOp::Add, Op::Add},           {ir::BinaryOp::Sub, Op::Sub},
    {ir::BinaryOp::Mul, Op::Mul},           {ir::BinaryOp::Div, Op::Div},
    {ir::BinaryOp::Mod, Op::Mod},           {ir::BinaryOp::FloorDiv, Op::FloorDiv},
    {ir::BinaryOp::FloorMod, Op::FloorMod}, {ir::BinaryOp::Min, Op::Min},
    {ir::BinaryOp::Max, Op::Max},           {ir::BinaryOp::BitAnd, Op::And},
    {ir::BinaryOp::BitOr, Op::Or},          {ir::BinaryOp::BitXor, Op::Xor},
    {ir::BinaryOp::Shl, Op::Shl},           {ir::BinaryOp::Shr, Op::Shr},
    {ir::BinaryOp::EQ, Op::Eq, true},       {ir::BinaryOp::NE, Op::Ne, true},
    {ir::BinaryOp::LT, Op::Lt, true},       {ir::BinaryOp::LE, Op::Le, true},
    {ir::BinaryOp::GT, Op::Lt, true, true}, {ir::BinaryOp::GE, Op::Le, true, true},
};

// Computing it where it is not wanted does no harm and costs little.
bool IsHarmless(const ir::Expr& expr) {
  if (expr.as<ir::VarNode>() || expr.as<ir::IntImmNode>() || expr.as<ir::FloatImmNode>()) return true;
  auto* binary = expr.as<ir::BinaryNode>();
  return binary && ir::IsComparison(binary->op) && IsHarmless(binary->a) && IsHarmless(binary->b);
}

}  // namespace

Result<Type> KernelLowering::ScalarType(DType dtype, const Span& span) {
  if (auto type = TypeOf(dtype)) return *type;
  return Unsupported("values of type " + DTypeName(dtype), span);
}

Result<Value> KernelLowering::LowerExpr(const ir::Expr& expr) {
  auto found = memo_.find(expr.get());
  if (found != memo_.end()) return found->second;
  TIRX_TRY(Value value, LowerExprNow(expr));
  memo_[expr.get()] = value;
  return value;
}

Result<Value> KernelLowering::LowerKept(const ir::Expr& expr) {
  TIRX_TRY(Value value, LowerExpr(expr));
  if (!expr.as<ir::TensorLoadNode>()) return value;
  Value kept = assembler_.NewValue(value.type, value.vector, value.lanes);
  assembler_.Copy(kept, value);
  return kept;
}

Result<Value> KernelLowering::LowerExprNow(const ir::Expr& expr) {
  if (auto* var = expr.as<ir::VarNode>()) {
    auto found = values_.find(var);
    if (found == values_.end())
      return Unsupported("`" + std::string(View(var->name)) + "`, which has no value here", expr->span);
    return found->second;
  }
  if (auto* binary = expr.as<ir::BinaryNode>()) return LowerBinary(*binary);
  if (auto* load = expr.as<ir::TensorLoadNode>()) return LowerLoad(*load);
  if (auto* call = expr.as<ir::CallNode>()) return LowerCall(*call, true);
  if (auto* select = expr.as<ir::SelectNode>()) return LowerSelect(*select);
  if (auto* ramp = expr.as<ir::RampNode>()) return LowerRamp(*ramp);
  if (auto* broadcast = expr.as<ir::BroadcastNode>()) return LowerBroadcast(*broadcast);
  TIRX_TRY(Type type, ScalarType(expr->dtype(), expr->span));
  if (auto* number = expr.as<ir::IntImmNode>()) {
    // Unsigned 64-bit constants are stored as their bits, which is also what the register wants.
    return assembler_.Const(type, number->value);
  }
  if (auto* number = expr.as<ir::FloatImmNode>()) return assembler_.Const(type, number->value);
  if (auto* cast = expr.as<ir::CastNode>()) {
    TIRX_TRY(Value value, LowerExpr(cast->value));
    assembler_.SetSite(SpanOf(expr->span));
    return value.type == type ? value : assembler_.Cast(value, type);
  }
  if (auto* unary = expr.as<ir::UnaryNode>()) {
    TIRX_TRY(Value value, LowerExpr(unary->a));
    assembler_.SetSite(SpanOf(expr->span));
    return assembler_.Unary(unary->op == ir::UnaryOp::Neg ? Op::Neg : Op::Not, value);
  }
  return Unsupported("an expression of this kind", expr->span);
}

Result<Value> KernelLowering::LowerBinary(const ir::BinaryNode& binary) {
  if (ir::IsLogical(binary.op)) return LowerLogical(binary.a, binary.b, binary.op == ir::BinaryOp::And);
  TIRX_TRY(Value a, LowerExpr(binary.a));
  TIRX_TRY(Value b, LowerExpr(binary.b));
  assembler_.SetSite(SpanOf(binary.span));
  for (const BinaryRow& row : kBinaries) {
    if (row.op != binary.op) continue;
    if (row.swapped) std::swap(a, b);
    return row.compares ? assembler_.Compare(row.code, a, b) : assembler_.Binary(row.code, a, b);
  }
  TIRX_UNREACHABLE("a binary operator without an opcode");
}

Result<Value> KernelLowering::LowerLogical(const ir::Expr& a, const ir::Expr& b, bool conjunction) {
  TIRX_TRY(Value first, LowerExpr(a));
  if (IsHarmless(b)) {
    TIRX_TRY(Value second, LowerExpr(b));
    return assembler_.Binary(conjunction ? Op::And : Op::Or, first, second);
  }
  return conjunction ? LowerLazy(first, Type::Bool, 1, &b, Value(), nullptr, first)
                     : LowerLazy(first, Type::Bool, 1, nullptr, first, &b, Value());
}

Result<Value> KernelLowering::LowerLazy(Value condition, Type type, int lanes, const ir::Expr* then_value,
                                        Value then_known, const ir::Expr* else_value, Value else_known) {
  // The register is a vector: whether both values are uniform is known only when they have been lowered. What
  // the branches memoise holds only inside of them.
  Value result = assembler_.NewValue(type, true, lanes);
  auto memo = memo_;
  assembler_.BeginIf(condition);
  if (then_value) {
    TIRX_TRY(then_known, LowerExpr(*then_value));
  }
  assembler_.Assign(result, then_known);
  memo_ = memo;
  assembler_.BeginElse();
  if (else_value) {
    TIRX_TRY(else_known, LowerExpr(*else_value));
  }
  assembler_.Assign(result, else_known);
  memo_ = memo;
  assembler_.EndIf();
  // Lanes take one side together when the condition is uniform, and then a uniform value is one.
  const bool uniform = !condition.vector && !then_known.vector && !else_known.vector;
  return uniform ? assembler_.FirstActive(result) : result;
}

Result<Value> KernelLowering::LowerSelect(const ir::SelectNode& select) {
  TIRX_TRY(Value condition, LowerExpr(select.condition));
  TIRX_TRY(Value a, LowerExpr(select.then_value));
  TIRX_TRY(Value b, LowerExpr(select.else_value));
  assembler_.SetSite(SpanOf(select.span));
  return assembler_.Select(condition, a, b);
}

Result<Value> KernelLowering::LowerRamp(const ir::RampNode& ramp) {
  TIRX_TRY(Value base, LowerExpr(ramp.base));
  TIRX_TRY(Value stride, LowerExpr(ramp.stride));
  assembler_.SetSite(SpanOf(ramp.span));
  Value result = assembler_.NewValue(base.type, base.vector || stride.vector, int(ramp.lanes));
  assembler_.Copy(result.Component(0), base);
  for (int i = 1; i < result.lanes; ++i) {
    Value previous = result.Component(i - 1);
    if (result.vector || !stride.vector)
      assembler_.BinaryInto(result.Component(i), Op::Add, previous, stride);
  }
  return result;
}

Result<Value> KernelLowering::LowerBroadcast(const ir::BroadcastNode& broadcast) {
  TIRX_TRY(Value value, LowerExpr(broadcast.value));
  assembler_.SetSite(SpanOf(broadcast.span));
  Value result = assembler_.NewValue(value.type, value.vector, int(broadcast.lanes));
  for (int i = 0; i < result.lanes; ++i) assembler_.Copy(result.Component(i), value);
  return result;
}

Result<Value> KernelLowering::LowerIndex(const ir::Expr& index) {
  TIRX_TRY(Value value, LowerExpr(index));
  if (value.type == Type::I32 || value.type == Type::I64) return value;
  // Unsigned 64-bit indices above the signed range read as negative: still outside of every tensor.
  assembler_.SetSite(SpanOf(index->span));
  return assembler_.Cast(value, value.type == Type::U32 || value.type == Type::U64 ? Type::I64 : Type::I32);
}

}  // namespace tirx::sim
