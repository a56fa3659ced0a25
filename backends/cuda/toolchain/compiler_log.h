// SPDX-License-Identifier: Apache-2.0
// Reads a CUDA compiler's log: the first real error, and the diagnostic that shows it in the generated
// source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/result.h"

namespace tirx::cuda {

struct CompilerError {
  std::string text;  // "identifier \"foo\" is undefined"
  std::string file;  // as the compiler names it; empty when the error is not about a source line
  int line = 0;
  std::string shown;  // that line's text as the compiler shows it, without the blanks around
  size_t caret = 0;   // where in it the compiler points
};

// The first line that reports an error in any of the forms of cudafe++, NVRTC, ptxas, nvcc and gcc; `text` is
// empty when there is none.
CompilerError FirstError(std::string_view log);

// One finished (or refused) run of a compiler, as far as messages need it.
struct CompilerRun {
  std::string tool;  // "NVRTC 13.0", "nvcc 13.0.88"
  std::string path;
  std::vector<std::string> argv;
  std::string log;
  std::string program_name;
  std::string source;
};

// CudaCompileFailed at the line of the generated source that the first error names, with notes for tool,
// arguments and log. `reason` is used when the log names no error.
Failure CompileFailure(const CompilerRun& run, std::string_view reason);

// Arguments as one line for people; arguments with blanks are quoted.
std::string JoinArguments(const std::vector<std::string>& argv);

}  // namespace tirx::cuda
