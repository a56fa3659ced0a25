// SPDX-License-Identifier: Apache-2.0
// Which tensors a host function only reads: whoever calls it may pass memory that must not be written.
#pragma once

#include <cstdint>
#include <set>

#include "ir/function.h"

namespace tirx::codegen {

// Indices of those arguments of a packed host function whose elements it and the kernels that it launches
// load and do nothing else with. What a tensor is handed on to otherwise may write.
std::set<int64_t> OnlyReadArguments(const ir::IRModule& module, const ir::Function& host);

}  // namespace tirx::codegen
