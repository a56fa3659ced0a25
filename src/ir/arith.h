// SPDX-License-Identifier: Apache-2.0
// Typed construction of arithmetic: the language's mixing rules (docs/language.md, decision 7) for authored
// code, and plain operators with constant folding for passes, whose operands already have one type.
#pragma once

#include "diag/result.h"
#include "ir/expr.h"

namespace tirx::ir {

// A constant of any numeric type or bool; the value must fit (checked by ConstantOf for authored literals).
Expr MakeConst(DType dtype, int64_t value, Span span = Span());
Expr MakeFloat(DType dtype, double value, Span span = Span());
Result<Expr> ConstantOf(DType dtype, int64_t value, const Span& span);  // error if it does not fit
Result<Expr> ConstantOf(DType dtype, double value, const Span& span);   // error for integer types
inline Expr Int32(int64_t value) {
  return MakeConst(Int(32), value);
}
inline Expr Int64(int64_t value) {
  return MakeConst(Int(64), value);
}
inline Expr True() {
  return MakeConst(Bool(), 1);
}

// The type in which the language computes a mix of `a` and `b`; nothing when they do not mix. Lanes: a scalar
// is broadcast to a vector.
std::optional<DType> MixedType(DType a, DType b);
// Converts without loss or change of meaning (widening, broadcasting); the caller knows that MixedType allows
// it.
Expr WidenTo(Expr value, DType dtype);

// For authored code: converts both to the mixed type and checks the operator's rules.
Result<Expr> TypedBinary(BinaryOp op, Expr a, Expr b, const Span& span);
Result<Expr> TypedUnary(UnaryOp op, Expr a, const Span& span);
Result<Expr> TypedSelect(Expr condition, Expr then_value, Expr else_value, const Span& span);

// For passes: operands of one type; constants are folded and neutral elements dropped, exactly.
Expr FoldBinary(BinaryOp op, Expr a, Expr b, Span span = Span());
Expr FoldUnary(UnaryOp op, Expr a, Span span = Span());
inline Expr operator+(Expr a, Expr b) {
  return FoldBinary(BinaryOp::Add, std::move(a), std::move(b));
}
inline Expr operator-(Expr a, Expr b) {
  return FoldBinary(BinaryOp::Sub, std::move(a), std::move(b));
}
inline Expr operator*(Expr a, Expr b) {
  return FoldBinary(BinaryOp::Mul, std::move(a), std::move(b));
}
inline Expr FloorDiv(Expr a, Expr b) {
  return FoldBinary(BinaryOp::FloorDiv, std::move(a), std::move(b));
}
inline Expr FloorMod(Expr a, Expr b) {
  return FoldBinary(BinaryOp::FloorMod, std::move(a), std::move(b));
}
// The value of an integer operation as the type computes it; nothing where it is undefined: division by zero,
// signed overflow, a shift by the width or more.
std::optional<int64_t> EvalInt(BinaryOp op, DType dtype, int64_t a, int64_t b);
// Conversion of an integer expression to another integer type; the same object when nothing changes.
Expr CastInt(Expr value, DType dtype);

}  // namespace tirx::ir
