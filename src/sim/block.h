// SPDX-License-Identifier: Apache-2.0
// Blocks as places to run in: their memory is made once, and used by one block after another.
#pragma once

#include "sim/machine.h"

namespace tirx::sim {

void SetPreset(std::vector<uint64_t>& presets, Reg reg, uint64_t bits);

// A place for a block of the launch, with its shared memory.
std::unique_ptr<Block> MakeBlock(Machine& m, uint64_t dynamic_smem_bytes);

// The block at `index` of the grid begins, as the next in the order of starts. At most `clocks` are its own
// before the next block begins. `resident`: the first clock of those that it runs together with; 0: its own.
void StartBlock(Machine& m, Block& block, const Dim3& index, uint32_t clocks, uint32_t resident);

}  // namespace tirx::sim
