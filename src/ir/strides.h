// SPDX-License-Identifier: Apache-2.0
// The strides of a tensor, spelt out.
#pragma once

#include "ir/expr.h"

namespace tirx::ir {

// One per dimension, in elements: the type's own, or those of a row-major tensor, whose type has none.
Array<Expr> EffectiveStrides(const TensorType& type);

}  // namespace tirx::ir
