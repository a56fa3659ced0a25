// SPDX-License-Identifier: Apache-2.0
// The verifier's rules for one expression node: what its operands and its type must be. Where it stands and
// which variables it may use are the statements' rules (verify.cc).
#pragma once

#include <string>

#include "ir/function.h"

namespace tirx::ir::verify {

// What is wrong with the node, operands' own correctness left aside; empty: nothing.
std::string FaultOf(const Expr& expr, const IRModule& module);

// Whether a value of type `value` can be bound to or passed as `wanted`. Tensors of one dtype and scope fit
// when they have the same number of dimensions or one of them is flat, since passes flatten tensors and not
// the functions' types.
bool TypeFits(const Type& wanted, const Type& value);

// For store and load: what is wrong with the indices.
std::string FaultOfIndices(const Var& tensor, const Array<Expr>& indices);

}  // namespace tirx::ir::verify
