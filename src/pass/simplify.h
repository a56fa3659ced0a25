// SPDX-License-Identifier: Apache-2.0
// Establishes: constants are folded, branches and loops that never run are gone, index arithmetic is in the
// simplifier's normal form (arith/analyzer.h). A name bound to a constant is replaced by it; other names
// stay. Spans are kept. Runs before flattening, while indices are as the author wrote them, and again after
// unrolling. Relies on: the verifier's rules alone.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> Simplify(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
