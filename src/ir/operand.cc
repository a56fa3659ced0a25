// SPDX-License-Identifier: Apache-2.0
#include "ir/operand.h"

#include "base/check.h"
#include "ir/arith.h"

namespace tirx::ir {
namespace {

template <class Op>
Op OperatorNamed(std::string_view name, Op last) {
  for (int i = 0; i <= int(last); ++i)
    if (InfoOf(Op(i)).name == name) return Op(i);
  TIRX_UNREACHABLE("no operator `" + std::string(name) + "`");
}

}  // namespace

Result<Expr> OperandOf(const Any& value, std::optional<DType> like) {
  if (auto expr = value.as<Expr>()) return *expr;
  if (value.type_index() == ffi::TypeIndex::kTVMFFIBool) return MakeConst(Bool(), value.cast<bool>());
  if (value.type_index() == ffi::TypeIndex::kTVMFFIInt)
    return ConstantOf(like.value_or(Int(32)), value.cast<int64_t>(), Span());
  if (value.type_index() == ffi::TypeIndex::kTVMFFIFloat)
    return ConstantOf(like.value_or(Float(32)), value.cast<double>(), Span());
  return Fail(DK::TypeMismatch, Span(), {"an operand", std::string(value.GetTypeKey()), "an expression"});
}

std::optional<DType> TypeAmong(const Array<Any>& operands) {
  for (const Any& operand : operands)
    if (auto expr = operand.as<Expr>()) return (*expr)->dtype();
  return std::nullopt;
}

Result<Expr> BinaryOf(std::string_view op, const Any& a, const Any& b, const Span& span) {
  std::optional<DType> like = TypeAmong({a, b});
  TIRX_TRY(Expr left, OperandOf(a, like));
  TIRX_TRY(Expr right, OperandOf(b, like));
  return TypedBinary(OperatorNamed(op, BinaryOp::Shr), left, right, span);
}

Result<Expr> UnaryOf(std::string_view op, const Any& a, const Span& span) {
  TIRX_TRY(Expr operand, OperandOf(a));
  return TypedUnary(OperatorNamed(op, UnaryOp::BitNot), operand, span);
}

}  // namespace tirx::ir
