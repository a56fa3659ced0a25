// SPDX-License-Identifier: Apache-2.0
// Modules as JSON: tvm-ffi's object graph ("nodes" and "root_index"; shared parts stay shared, spans
// included) with "metadata" {"format": "tirx.ir", "version": n}. Names of node types and fields are those of
// reflection, so that tvm-ffi's own readers take it too. Writing and reading are iterative; reading refuses
// whatever is not a sound module.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"
#include "ir/function.h"

namespace tirx::ir {

// Raised by whoever changes fields or meanings of nodes; readers refuse what is newer than they are.
inline constexpr int64_t kJsonVersion = 1;

std::string SaveJson(const IRModule& module);
// `name` is the text's, for messages. The module is verified (ir/verify.h).
Result<IRModule> LoadJson(std::string_view text, std::string_view name = "<json>");

}  // namespace tirx::ir
