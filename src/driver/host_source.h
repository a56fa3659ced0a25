// SPDX-License-Identifier: Apache-2.0
// The host program of an executable as source that launches by itself, in the language of a backend.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::driver {

// `backend` must be able to (ToolchainRow::export_host), and all device modules must be of its kind. Compiles
// those that hold source with the settings that they carry; what is in force elsewhere changes nothing.
Result<std::string> HostSource(const ffi::Module& executable, std::string_view backend);
Status WriteHostSource(const ffi::Module& executable, std::string_view backend, const std::string& path);

}  // namespace tirx::driver
