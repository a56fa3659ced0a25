// SPDX-License-Identifier: Apache-2.0
// Barriers of a block that only some of its threads may reach: a warning of `tirx check`. No pass: it changes
// nothing, and what it cannot decide it lets pass; the simulator finds the rest.
#pragma once

#include "diag/diagnostic.h"
#include "ir/function.h"

namespace tirx::pass {

// One warning for each barrier under a condition that is computed from the thread's indices, unless all
// threads of the block agree on it. Conditions that come from memory are not judged. `module` is as it was
// elaborated.
diag::Diagnostics FindDivergentBarriers(const ir::IRModule& module);

}  // namespace tirx::pass
