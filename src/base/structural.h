// SPDX-License-Identifier: Apache-2.0
// Structural equality and hash of nodes: up to renaming of bound variables, spans ignored. Both are iterative
// and memoise shared parts, so long and heavily shared IR is cheap; the hash is the same in every process.
#pragma once

#include <cstdint>

#include "base/node.h"

namespace tirx {

// `map_free_vars` also pairs variables that neither side defines, in order of first use.
bool StructuralEqual(const Any& a, const Any& b, bool map_free_vars = false);
uint64_t StructuralHash(const Any& value);

}  // namespace tirx
