// SPDX-License-Identifier: Apache-2.0
// Operators over expressions and plain numbers, for languages in which IR is built by hand (C++, Python): a
// number takes the type of the other operand, and must fit.
#pragma once

#include "diag/result.h"
#include "ir/expr.h"

namespace tirx::ir {

// `value` is an expression, a bool, an integer or a float. Without a type to take, integers are int32 and
// floats float32.
Result<Expr> OperandOf(const Any& value, std::optional<DType> like = std::nullopt);
// The type that numbers beside these operands take: the first expression's.
std::optional<DType> TypeAmong(const Array<Any>& operands);

// `op` is a name of ir/ops.def: "add", "floordiv". Another name is a bug of the caller.
Result<Expr> BinaryOf(std::string_view op, const Any& a, const Any& b, const Span& span = Span());
Result<Expr> UnaryOf(std::string_view op, const Any& a, const Span& span = Span());

}  // namespace tirx::ir
