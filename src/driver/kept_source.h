// SPDX-License-Identifier: Apache-2.0
// Generated source as files, for debuggers and profilers that look for what line tables name.
#pragma once

#include <string>
#include <string_view>

#include "codegen/generator.h"
#include "diag/result.h"

namespace tirx::driver {

// With TIRX_KEEP_SOURCE=<folder> in the environment: writes the source there, under a name of its first
// kernel and its content, and gives the absolute path; else "". The folder is made where it is missing.
// `suffix` is that of the language: "cu".
Result<std::string> KeepSource(const codegen::DeviceSource& source, std::string_view suffix);

}  // namespace tirx::driver
