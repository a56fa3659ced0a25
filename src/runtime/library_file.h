// SPDX-License-Identifier: Apache-2.0
// Shared libraries as files, before the dynamic loader maps them.
#pragma once

#include <string>

#include "runtime/status.h"

namespace tirx::runtime {

// Refuses a library that ends before what its header announces: the loader maps it all the same, and the
// program dies by SIGBUS where it reads behind the end. Whatever else is wrong is the loader's to say.
RuntimeStatus CheckWholeLibrary(const std::string& path);

}  // namespace tirx::runtime
