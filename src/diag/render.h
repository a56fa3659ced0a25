// SPDX-License-Identifier: Apache-2.0
// Diagnostics as text for people (file:line:col, source line, caret, notes) and as JSON for programs.
#pragma once

#include <string>

#include "diag/diagnostic.h"

namespace tirx::diag {

struct RenderOptions {
  bool color = false;
};

// One diagnostic, ending in a newline:
//   kernel.py:4:9: error: unknown name `x` [UnknownName]
//       y = x + 1
//           ^
//   note: ...
std::string Render(const Diagnostic& diagnostic, const RenderOptions& options = {});
// All of them, in order, then nothing else.
std::string Render(const Diagnostics& diagnostics, const RenderOptions& options = {});
// An array, in one line; docs/diagnostics.md has the schema.
std::string RenderJson(const Diagnostics& diagnostics);

}  // namespace tirx::diag
