// SPDX-License-Identifier: Apache-2.0
// Runs another program without a shell: exact argv, an environment of our choosing, both outputs, a time
// limit. When that is over or the user interrupts us, the program ends with all that it has started.
#pragma once

#include <string>
#include <vector>

#include "diag/result.h"

namespace tirx::backend {

struct ProcessRequest {
  std::vector<std::string> argv;         // argv[0] is the program's path
  std::vector<std::string> environment;  // "NAME=value"; nothing else is passed on
  double seconds_limit = 600;
};

struct ProcessResult {
  int exit_code = 0;  // 128 + n when signal n ended it, as shells say it
  std::string standard_output;
  std::string standard_error;
};

Result<ProcessResult> RunProcess(const ProcessRequest& request);

// What a compiler may see of our environment. Everything not listed could change its output behind the back
// of whoever keys artifacts by options (NVCC_APPEND_FLAGS, NVCC_CCBIN, CPATH, LIBRARY_PATH, ...).
std::vector<std::string> CleanEnvironment(const std::string& temporary_directory);

}  // namespace tirx::backend
