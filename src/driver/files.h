// SPDX-License-Identifier: Apache-2.0
// Files of the user: read whole, written to a temporary name and renamed, so that nothing is ever
// half-written. Devices and pipes are written to, links followed.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::driver {

Result<std::string> ReadFile(const std::string& path);
Status WriteFile(const std::string& path, std::string_view bytes);
// Whether WriteFile has a chance, for a look before long work: the folder is there and may be written to.
Status CheckCanWrite(const std::string& path);

}  // namespace tirx::driver
