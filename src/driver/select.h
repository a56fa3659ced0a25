// SPDX-License-Identifier: Apache-2.0
// Parts of a module that a caller picks by name.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"
#include "ir/function.h"

namespace tirx::driver {

// The module of one function and the functions that it calls, directly or not. `where` is for the message.
Result<ir::IRModule> SelectFunction(const ir::IRModule& module, std::string_view name,
                                    const std::string& where);

}  // namespace tirx::driver
