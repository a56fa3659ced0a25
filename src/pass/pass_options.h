// SPDX-License-Identifier: Apache-2.0
// Options of the core passes, which PassContext::options gives by name. Each pass that may be skipped also
// takes its own name with the value `off`. What the passes of backends take is theirs to check.
#pragma once

#include <string>
#include <string_view>

#include "pass/pass.h"

namespace tirx::pass {

inline constexpr const char* kMaxStatements = "unroll-loops.max_statements";
inline constexpr std::string_view kPassOptions[] = {kMaxStatements};  // all of them whole numbers from 0 on

// Whether the pass takes the option `key`, "<pass-name>.<option>", with that value.
Status CheckPassOption(const PassRow& row, const std::string& key, const std::string& value);

// The value of an option; `otherwise` where it is not given.
Result<int64_t> CountOption(const PassContext& context, const std::string& key, int64_t otherwise);

// What the module is compiled for, where a pass before said so; else undefined.
target::Target BoundTarget(const ir::IRModule& module);

}  // namespace tirx::pass
