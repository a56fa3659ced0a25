// SPDX-License-Identifier: Apache-2.0
// Operators: on compile-time values as Python computes them, on IR values as the language types them.
#include "ir/arith.h"
#include "script/constant_ops.h"
#include "script/elaborator.h"

namespace tirx::script {
namespace {

bool IsIr(const Value& v) {
  return v.Is<IrValue>() || v.Is<std::shared_ptr<const RegionObject>>() || v.Is<TensorValue>();
}

std::optional<ir::BinaryOp> IrOperator(Tok op) {
  switch (op) {
    case Tok::Plus:
      return ir::BinaryOp::Add;
    case Tok::Minus:
      return ir::BinaryOp::Sub;
    case Tok::Star:
      return ir::BinaryOp::Mul;
    case Tok::Slash:
      return ir::BinaryOp::Div;
    case Tok::FloorDiv:
      return ir::BinaryOp::FloorDiv;
    case Tok::Percent:
      return ir::BinaryOp::FloorMod;
    case Tok::ShiftLeft:
      return ir::BinaryOp::Shl;
    case Tok::ShiftRight:
      return ir::BinaryOp::Shr;
    case Tok::Ampersand:
      return ir::BinaryOp::BitAnd;
    case Tok::Pipe:
      return ir::BinaryOp::BitOr;
    case Tok::Caret:
      return ir::BinaryOp::BitXor;
    default:
      return std::nullopt;
  }
}

std::optional<ir::BinaryOp> IrOperator(CompareOp op) {
  switch (op) {
    case CompareOp::Less:
      return ir::BinaryOp::LT;
    case CompareOp::LessEqual:
      return ir::BinaryOp::LE;
    case CompareOp::Greater:
      return ir::BinaryOp::GT;
    case CompareOp::GreaterEqual:
      return ir::BinaryOp::GE;
    case CompareOp::Equal:
      return ir::BinaryOp::EQ;
    case CompareOp::NotEqual:
      return ir::BinaryOp::NE;
    default:
      return std::nullopt;
  }
}

using Foreign = ForeignProtocol::Operation;

}  // namespace

Value Elaborator::IrBinary(ir::BinaryOp op, const Value& a, const Value& b, const Range& at) {
  IrValue x, y;
  if (!ToIrPair(a, b, at, &x, &y)) return Value();
  return Make(ir::TypedBinary(op, x.expr, y.expr, SpanAt(at)), std::max(x.depth, y.depth) + 1, at);
}

Value Elaborator::Binary(Tok op, const Value& a, const Value& b, const Range& at) {
  if (a.failed() || b.failed()) return Value();
  if (a.Is<ForeignValue>() || b.Is<ForeignValue>()) {
    Value x = Simplified(a, at), y = Simplified(b, at);
    if (x.Is<ForeignValue>() || y.Is<ForeignValue>())
      return ForeignOperation(uint8_t(Foreign::Binary), {Value::Str(std::string(Spelling(op))), x, y}, at);
    return Binary(op, x, y, at);
  }
  if (!IsIr(a) && !IsIr(b)) {
    Value result = Take(ConstantBinary(op, a, b, SpanAt(at)));
    if (ListObject* list = result.list()) list->body_id = body_id();  // made here
    if (DictObject* dict = result.dict()) dict->body_id = body_id();
    return result;
  }
  auto ir_op = IrOperator(op);
  if (!ir_op)
    return Error(DK::NoIrOperator, at, {Spelling(op), op == Tok::Power ? "use `T.pow`" : "write a loop"});
  auto is_pointer = [](const Value& v) { return v.Is<IrValue>() && IsHandle((*v.expr())->dtype()); };
  if (is_pointer(a) || is_pointer(b))
    return Error(DK::NoIrOperator, at,
                 {Spelling(op), "pointers move by `T.ptr_byte_offset(pointer, bytes, dtype)`"});
  return IrBinary(*ir_op, a, b, at);
}

Value Elaborator::Compare(CompareOp op, const Value& a, const Value& b, const Range& at) {
  if (a.failed() || b.failed()) return Value();
  if (op == CompareOp::Is || op == CompareOp::IsNot) {
    // Python promises nothing about the identity of numbers, strings and tuples.
    auto by_value = [](const Value& v) { return (v.number() && !v.Is<bool>()) || v.str() || v.tuple(); };
    if (by_value(a) && by_value(b))
      return Error(DK::BadOperands, at, {Symbol(op), DescribeKind(a), DescribeKind(b)});
    bool container = a.list() || a.dict();
    bool same = container ? a.list() == b.list() && a.dict() == b.dict()
                          : a.Is<bool>() == b.Is<bool>() && !by_value(a) && Equal(a, b);
    return Value(same == (op == CompareOp::Is));
  }
  if (a.Is<ForeignValue>() || b.Is<ForeignValue>()) {
    Value x = Simplified(a, at), y = Simplified(b, at);
    if (x.Is<ForeignValue>() || y.Is<ForeignValue>())
      return ForeignOperation(uint8_t(Foreign::Compare), {Value::Str(std::string(Symbol(op))), x, y}, at);
    return Compare(op, x, y, at);
  }
  auto ir_op = IrOperator(op);
  bool with_ir = IsIr(a) || IsIr(b);
  if (with_ir && ir_op && !a.is_none() && !b.is_none()) {
    bool identity = a.Is<TensorValue>() && b.Is<TensorValue>();
    if (!identity) return IrBinary(*ir_op, a, b, at);
  }
  if (op == CompareOp::Equal) return Value(Equal(a, b));
  if (op == CompareOp::NotEqual) return Value(!Equal(a, b));
  Span span = SpanAt(at);
  if (op == CompareOp::In || op == CompareOp::NotIn) {
    Value container = b;
    if (TupleItems items; b.Is<std::shared_ptr<const LoopObject>>()) {
      if (!Iterate(b, at, &items)) return Value();
      container = Value::Tuple(std::move(items));
    }
    auto found = Contains(container, a, span);
    if (!found.ok()) return Report(found);
    return Value(*found == (op == CompareOp::In));
  }
  auto ordered = ConstantOrder(op, a, b, span);
  if (!ordered.ok()) return Report(ordered);
  return Value(*ordered);
}

Value Elaborator::Unary(Tok op, const Value& a, const Range& at) {
  if (a.failed()) return Value();
  if (op == Tok::KwNot) {
    if (IsIr(a)) {
      IrValue x = ToIr(a, at);
      if (!x.expr.defined()) return Value();
      return Make(ir::TypedUnary(ir::UnaryOp::Not, x.expr, SpanAt(at)), x.depth + 1, at);
    }
    auto truth = Truth(a, at);
    return truth ? Value(!*truth) : Value();
  }
  if (a.Is<ForeignValue>()) {
    Value x = Simplified(a, at);
    if (x.Is<ForeignValue>())
      return ForeignOperation(uint8_t(Foreign::Unary), {Value::Str(std::string(Spelling(op))), x}, at);
    return Unary(op, x, at);
  }
  if (!IsIr(a)) return Take(ConstantUnary(op, a, SpanAt(at)));
  IrValue x = ToIr(a, at);
  if (!x.expr.defined()) return Value();
  if (op == Tok::Plus) return x;
  auto ir_op = op == Tok::Minus ? ir::UnaryOp::Neg : ir::UnaryOp::BitNot;
  return Make(ir::TypedUnary(ir_op, x.expr, SpanAt(at)), x.depth + 1, at);
}

Value Elaborator::Conditional(const Value& condition, const Value& then_value, const Value& else_value,
                              const Range& at) {
  ir::Expr test = ToCondition(condition, at);
  IrValue x, y;
  if (!test.defined() || !ToIrPair(then_value, else_value, at, &x, &y)) return Value();
  auto mixed = ir::MixedType(x.expr->dtype(), y.expr->dtype());
  if (!mixed) {
    return Error(DK::TypeMismatch, at,
                 {"the two values of a condition", ir::TypeName(x.expr->ty), ir::TypeName(y.expr->ty)});
  }
  const ir::OpRow* row = ir::FindOp("if_then_else");
  TIRX_CHECK(row != nullptr, "the core operation if_then_else is not registered");
  int depth = std::max({condition.Is<IrValue>() ? condition.Get<IrValue>()->depth : 1, x.depth, y.depth}) + 1;
  Array<ir::Expr> args{test, ir::WidenTo(x.expr, *mixed), ir::WidenTo(y.expr, *mixed)};
  return Make(ir::MakeCall(*row, args, NoAttrs(), SpanAt(at)), depth, at);
}

// ---- the syntax of operators ----

Value Elaborator::EvalUnary(const UnaryExpr& e) {
  if (auto* number = As<IntExpr>(e.operand); number && e.op == Tok::Minus) return EvalInt(*number, true);
  return Unary(e.op, Eval(e.operand), e.at);
}

// Compile-time operands decide at once, as in Python; from the first IR operand on, the result is IR, and
// what follows may not be evaluated.
Value Elaborator::EvalBoolOp(const BoolOpExpr& e) {
  Value result;
  for (size_t i = 0; i < e.values.size(); ++i) {
    bool with_ir = i > 0 && IsIr(result);
    lazy_depth_ += with_ir;
    Value next = Eval(e.values[i]);
    lazy_depth_ -= with_ir;
    if (next.failed()) return Value();
    if (with_ir) {
      // A neutral constant after an IR operand changes nothing; any other decides only at run time.
      result = IrBinary(e.is_and ? ir::BinaryOp::And : ir::BinaryOp::Or, result, next, e.at);
      if (result.failed()) return Value();
      continue;
    }
    result = next;
    if (IsIr(result)) continue;
    auto truth = Truth(result, e.values[i]->at);
    if (!truth) return Value();
    if (*truth != e.is_and) return result;
  }
  return result;
}

Value Elaborator::EvalCompare(const CompareExpr& e) {
  Value left = Eval(e.left), result;
  for (size_t i = 0; i < e.rest.size(); ++i) {
    const auto& [op, right_expr] = e.rest[i];
    bool lazy = i > 0;
    lazy_depth_ += lazy;
    Value right = EvalBeside(&left, e.left->at, right_expr);
    lazy_depth_ -= lazy;
    if (left.failed() || right.failed()) return Value();
    bool middle = i + 1 < e.rest.size();
    // In an operand that may not be evaluated, a middle that only computes stands twice: nothing is bound
    // there.
    if (auto* value = right.Get<IrValue>(); middle && value && (lazy_depth_ == 0 || HasEffect(value->expr)))
      right = Stabilize(*value, "middle", right_expr->at);
    Value test = Compare(op, left, right, e.at);
    if (test.failed()) return Value();
    // A compile-time result so far is true, or the chain would have ended.
    result = i > 0 && IsIr(result) ? IrBinary(ir::BinaryOp::And, result, test, e.at) : test;
    if (result.failed()) return Value();
    if (!IsIr(result)) {
      auto truth = Truth(result, e.at);
      if (!truth) return Value();
      if (!*truth) return result;
    }
    left = right;
  }
  return result;
}

Value Elaborator::EvalConditional(const ConditionalExpr& e) {
  Value condition = Eval(e.condition);
  if (condition.failed()) return Value();
  if (!IsIr(condition)) {
    auto truth = Truth(condition, e.condition->at);
    if (!truth) return Value();
    return Eval(*truth ? e.then_value : e.else_value);
  }
  ++lazy_depth_;
  Value then_value = Eval(e.then_value), else_value = Eval(e.else_value);
  --lazy_depth_;
  if (then_value.failed() || else_value.failed()) return Value();
  return Conditional(condition, then_value, else_value, e.at);
}

}  // namespace tirx::script
