// SPDX-License-Identifier: Apache-2.0
// What to write in a kernel instead of Python that it cannot have.
#pragma once

#include <string_view>

#include "diag/diagnostic.h"

namespace tirx::script {

// The error about syntax that is not part of the language, with a note on what to write instead.
diag::Diagnostic UnsupportedSyntax(Span at, std::string_view what);

// True for Python's built-ins that scripts do not have; `advice` is then what to use instead, or empty.
bool IsPythonBuiltin(std::string_view name, std::string_view* advice);

// What to write instead of a name that other generations of the language have: of a member of `T`, its path;
// of a tensor's, ".reshape". Empty when there is nothing to say.
std::string_view AdviceOnOtherName(std::string_view name);

}  // namespace tirx::script
