// SPDX-License-Identifier: Apache-2.0
#include "ir/evaluate.h"

#include "ir/arith.h"

namespace tirx::ir {

std::optional<int64_t> EvaluateInteger(const Expr& expr,
                                       FunctionRef<std::optional<int64_t>(const VarNode&)> value_of) {
  if (auto constant = ConstInt(expr)) return constant;
  if (auto* var = expr.as<VarNode>()) return value_of(*var);
  if (auto* cast = expr.as<CastNode>()) return EvaluateInteger(cast->value, value_of);
  auto* binary = expr.as<BinaryNode>();
  if (!binary || !IsInteger(expr->dtype())) return std::nullopt;
  auto a = EvaluateInteger(binary->a, value_of), b = EvaluateInteger(binary->b, value_of);
  return a && b ? EvalInt(binary->op, expr->dtype(), *a, *b) : std::nullopt;
}

}  // namespace tirx::ir
