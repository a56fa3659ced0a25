// SPDX-License-Identifier: Apache-2.0
// Establishes: the iterations of every loop of kind `vectorized` are independent of one another, so that the
// C compiler may compute them side by side; other such loops are serial and say why in their annotation
// `not_vectorized`. Stands where other pipelines have `vectorize-loops`, whose vectors are those of GPUs.
// Relies on: `flatten-tensors`. Tensor parameters are taken not to overlap, as everywhere.
#pragma once

#include "pass/pass.h"

namespace tirx::cpu {

Result<ir::IRModule> SimdLoops(ir::IRModule module, const pass::PassContext& context);

}  // namespace tirx::cpu
