// SPDX-License-Identifier: Apache-2.0
// Common subexpression elimination in device code.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// Additions from which a name is worth having: `row * 8 + column` stays, `(row * 8 + column) * 4` does not.
inline constexpr int kLeastSharedCost = 4;

// Establishes: where an expression worth a name has been computed, what follows in the same block and inside
// of it does not compute it again. The name is the author's own, where there is one.
//
// Nothing is computed where it was not before, nor earlier: the name is bound by the statement before the
// first one that certainly computes the expression. Only arithmetic on names is shared, so memory and
// barriers do not matter: loads, conditions and vectors stay as they are.
//
// Runs after align-tensors, when expressions have their last form and the simplifier does not see them again.
Result<ir::IRModule> ShareSubexpressions(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
