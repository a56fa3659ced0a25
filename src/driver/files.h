// SPDX-License-Identifier: Apache-2.0
// Files of the user: read whole, written to a temporary name and renamed, so that nothing is ever
// half-written.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::driver {

Result<std::string> ReadFile(const std::string& path);
Status WriteFile(const std::string& path, std::string_view bytes);

}  // namespace tirx::driver
