// SPDX-License-Identifier: Apache-2.0
// Blocks on several threads of the host, where nothing couples them: then each does what it would do alone,
// and how they are spread does not matter. This is tried, and proved afterwards by who has touched which cell
// of memory; where the proof fails, or a fault has been found, memory is put back and the blocks run in
// order. A kernel that races does so on the host's memory meanwhile: what is read there then may be anything,
// but is checked wherever it is used as an index or a pointer, and is dropped in the end.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "sim/machine.h"
#include "sim/simulator.h"

namespace tirx::sim {

// Adds what a machine has done.
void AddTo(LaunchReport* report, const Machine& m);

// Whether that is allowed, as far as can be told before.
bool MayRunApart(const Machine& m);
// Whether the launch is large enough to gain by it.
bool GainsByRunningApart(const Machine& m);

// Returns what was done; nothing when the blocks must run in order. `make` makes more machines
// like `first`, which is used up.
std::optional<LaunchReport> RunApart(std::unique_ptr<Machine> first,
                                     const std::function<std::unique_ptr<Machine>()>& make,
                                     uint64_t dynamic_smem_bytes, int threads);

}  // namespace tirx::sim
