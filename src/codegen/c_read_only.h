// SPDX-License-Identifier: Apache-2.0
// Which of a kernel's pointers are only read through: `const` tells the reader and the compiler.
#pragma once

#include <unordered_set>

#include "ir/function.h"

namespace tirx::codegen {

// Parameters (VarNode*) that point to global memory which the kernel loads from and does nothing else with.
std::unordered_set<const Object*> ReadOnlyParams(const ir::Function& kernel);

}  // namespace tirx::codegen
