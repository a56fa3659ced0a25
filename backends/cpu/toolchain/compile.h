// SPDX-License-Identifier: Apache-2.0
// Generated C to a shared object, by the machine's C compiler.
#pragma once

#include "backend/toolchain.h"

namespace tirx::cpu {

// The compiler, with the words before its arguments: what CC names, else cc.
Result<std::vector<std::string>> FindCompiler();

// The image is the shared object, its log what the compiler said. An error of the compiler is one in
// the source, and names the place in the script that the line was generated for.
Result<backend::DeviceBinary> Build(const backend::BuildRequest& build);

}  // namespace tirx::cpu
