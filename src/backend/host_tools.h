// SPDX-License-Identifier: Apache-2.0
// The C compiler and the archiver of this machine: `CC`, else `cc`; `AR`, else `ar`.
#pragma once

#include <string>
#include <vector>

#include "diag/result.h"

namespace tirx::backend {

// A program of that name on PATH, or at that path; empty where there is none.
std::string FindProgram(const std::string& name);

enum class CForm { kObject, kSharedLibrary };

struct CCompileRequest {
  std::string source;  // C text, which needs no header but C's own
  CForm form = CForm::kObject;
  std::string compiler = {};                // "": the environment's
  std::vector<std::string> arguments = {};  // behind our own
};

// What the compiler makes of the text. The same request gives the same bytes wherever it is made; what
// arguments and environment add is the caller's.
Result<std::string> CompileC(const CCompileRequest& request);

// A static library of one object. Its bytes depend on the object alone.
Result<std::string> ArchiveObject(const std::string& object);

}  // namespace tirx::backend
