// SPDX-License-Identifier: Apache-2.0
// Blocks on several threads of the host, where nothing couples them: then each does what it would do alone,
// and how they are spread does not matter. This is tried, and proved afterwards by who has touched which cell
// of memory; where the proof fails, or a fault has been found, memory is put back and the blocks run in
// order.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "sim/machine.h"

namespace tirx::sim {

// Whether it is worth a try.
bool MayRunApart(const Machine& m);

// Returns the steps that were taken; nothing when the blocks must run in order. `make` makes a machine.
std::optional<uint64_t> RunApart(const std::function<std::unique_ptr<Machine>()>& make,
                                 uint64_t dynamic_smem_bytes, int threads);

}  // namespace tirx::sim
