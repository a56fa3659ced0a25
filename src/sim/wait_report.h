// SPDX-License-Identifier: Apache-2.0
// Reports of threads that wait for what does not come: who waits where. Each ends the kernel.
#pragma once

#include <vector>

#include "sim/machine.h"

namespace tirx::sim {

// The warp has used up its steps.
void ReportBudget(Machine& m, const Warp& w);
// The warp repeats what it has done, as all others do that run.
void ReportEndless(Machine& m, const Warp& w);
// One warp waits at the barrier of the block, the other has gone another way.
void ReportMismatch(Machine& m, const Warp& waits, const Warp& other);
// No warp of these blocks can go on.
void ReportDeadlock(Machine& m, const std::vector<const Block*>& blocks);

}  // namespace tirx::sim
