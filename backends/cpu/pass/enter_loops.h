// SPDX-License-Identifier: Apache-2.0
// Establishes: loop-form functions (exported, without a device entry) are host code around device entries,
// like any other kernels. What touches no tensor stays on the host: argument arithmetic, `assert`, calls of
// the registry, loops around those. A parallel loop there becomes an entry with a block of one thread to each
// iteration; neighbouring statements of the rest become one entry of one thread.
//
// A value or an array that one part makes and another one uses would have to leave its entry, and so would a
// `return` or `break`: then everything from the first such statement on is one entry. Parallel loops inside
// of an entry are serial, and say why in their annotation `not_parallel`.
// Runs before `bind-target`, so that what follows sees entries; the simulator runs it too, and so finds races
// between the iterations of a parallel loop.
#pragma once

#include "pass/pass.h"

namespace tirx::cpu {

inline constexpr const char* kNotParallel = "not_parallel";  // string: why

Result<ir::IRModule> EnterLoops(ir::IRModule module, const pass::PassContext& context);

}  // namespace tirx::cpu
