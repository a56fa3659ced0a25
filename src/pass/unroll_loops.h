// SPDX-License-Identifier: Apache-2.0
// Establishes: loops of kind `unroll` with a small constant extent are expanded, inner ones first. Others
// stay, and C generators print them with a pragma: loops that are left with `break` or `continue`, that
// allocate shared memory, or whose copies would be more than `unroll-loops.max_statements` statements. Runs
// after `narrow-index`, which then looks at one loop instead of its copies, and before the second `simplify`.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

inline constexpr int kMaxUnrolledStatements = 64;  // unless the option says otherwise

Result<ir::IRModule> UnrollLoops(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
