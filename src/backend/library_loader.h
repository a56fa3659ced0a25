// SPDX-License-Identifier: Apache-2.0
// Backends out of shared libraries (plugin.h), given by path or found in the folders of TIRX_BACKEND_PATH as
// libtirx_backend_<name>.so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::backend {

// Loads the library's backend: BadBackendLibrary where it is none or was built for another interface,
// BackendNameTaken where another backend has its name. A library stays in the process, its backend does not
// when it fails. Loading the same file again does nothing.
Status LoadLibrary(const std::string& path);

// The first file of that name on TIRX_BACKEND_PATH.
std::optional<std::string> FindLibrary(std::string_view backend);

// All libraries on TIRX_BACKEND_PATH, folder by folder, in the order of their names. One that fails is named
// on standard error, and the others are loaded.
void LoadLibrariesOnPath();

}  // namespace tirx::backend
