// SPDX-License-Identifier: Apache-2.0
// Index registers that hold the same for as long as a warp runs: where each lane is need not be found out
// again.
#pragma once

#include "sim/bytecode.h"

namespace tirx::sim {

// Numbers the vector registers that serve as an index and are written by one instruction, once
// (AccessDim::fixed).
void NumberFixedIndices(Program& program);

}  // namespace tirx::sim
