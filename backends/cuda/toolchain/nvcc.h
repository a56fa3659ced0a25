// SPDX-License-Identifier: Apache-2.0
// nvcc as a separate process: no shell, cleaned environment, private directory, time limit.
#pragma once

#include <string>

#include "backends/cuda/toolchain/compile.h"

namespace tirx::cuda {

// "13.0.88", from `nvcc --version`; asked once for each path in a process.
Result<std::string> NvccVersion(const std::string& path);

// Checks the architecture's form, not the option lists. nvcc needs a host compiler on PATH.
Result<CompilerOutput> CompileWithNvcc(const std::string& path, const CompileRequest& request);

}  // namespace tirx::cuda
