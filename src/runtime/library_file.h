// SPDX-License-Identifier: Apache-2.0
// Shared libraries as files, before the dynamic loader maps them.
#pragma once

#include <string>
#include <string_view>

#include "runtime/status.h"

namespace tirx::runtime {

// What an artifact begins with (driver/artifact.h).
inline constexpr std::string_view kArtifactMagic{"tirx\0art", 8};

// Refuses what is no library at all, and a library that ends before what its header announces: the loader
// maps that all the same, and the program dies by SIGBUS where it reads behind the end. Whatever else is
// wrong is the loader's to say.
RuntimeStatus CheckWholeLibrary(const std::string& path);

// The name to load a library by; `path` is absolute. The dynamic loader takes a name that it knows for the
// library that it has, so a file that took the place of a loaded one goes by another spelling of the path.
std::string NameForLoader(const std::string& path);

}  // namespace tirx::runtime
