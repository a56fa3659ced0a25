// SPDX-License-Identifier: Apache-2.0
// Integer expressions whose variables are known: extents, once the arguments are there.
#pragma once

#include "base/function_ref.h"
#include "ir/expr.h"

namespace tirx::ir {

// Nothing where a variable is unknown (`value_of` returns nothing), the expression is not made of constants,
// variables, conversions and operators, or it is undefined (division by zero, overflow).
std::optional<int64_t> EvaluateInteger(const Expr& expr,
                                       FunctionRef<std::optional<int64_t>(const VarNode&)> value_of);

}  // namespace tirx::ir
