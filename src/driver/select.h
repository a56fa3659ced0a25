// SPDX-License-Identifier: Apache-2.0
// Parts of a module and of a configuration that a caller picks by name.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"
#include "ir/function.h"

namespace tirx::driver {

// The module of one function and the functions that it calls, directly or not. `where` is for the message.
Result<ir::IRModule> SelectFunction(const ir::IRModule& module, std::string_view name,
                                    const std::string& where);

// `config` ({"<backend>": {...}}) with one key of one backend replaced by a JSON value.
Result<std::string> WithConfigKey(const std::string& config, std::string_view backend, std::string_view key,
                                  std::string_view json_value);

}  // namespace tirx::driver
