// SPDX-License-Identifier: Apache-2.0
// Establishes: no loop of kind `vectorized` is left. Where its iterations do not touch one another's elements
// and its body can be computed on vectors, accesses to neighbouring elements are vector accesses of at most
// 16 bytes: the loop is gone, or steps over such vectors. A condition that is the end of the data makes two
// versions, a vector one for when all lanes are inside and a scalar one. Everything else becomes a serial
// loop that says why in its annotation `not_vectorized`.
// Runs after `flatten-tensors`, so that there is one index to look at, and before `unroll-loops`, which
// expands the loops over vectors. Relies on: `flatten-tensors`; launch extents and path conditions for
// proofs. Tensor parameters are taken not to overlap, as everywhere (docs/language.md).
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

inline constexpr const char* kNotVectorized = "not_vectorized";  // string: why

Result<ir::IRModule> VectorizeLoops(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
