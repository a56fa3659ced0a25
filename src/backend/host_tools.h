// SPDX-License-Identifier: Apache-2.0
// The C compiler and the archiver of this machine: `CC`, else `cc`; `AR`, else `ar`.
#pragma once

#include <string>
#include <vector>

#include "diag/result.h"

namespace tirx::backend {

// A program with the words that go before its arguments.
struct HostTool {
  std::vector<std::string> words;  // empty: it is not there
  std::string name, why_not;       // as it was given; "is no program" or "is not on `PATH`"
};
// `given`, else what the environment's `variable` says, which may be several words ("ccache gcc"), else
// `usual`.
HostTool FindHostTool(const std::string& given, const char* variable, const char* usual);
inline HostTool FindCCompiler(const std::string& given = "") {
  return FindHostTool(given, "CC", "cc");
}

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
