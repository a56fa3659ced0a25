// SPDX-License-Identifier: Apache-2.0
// Format specifications, as in f"{x:>8.3f}" (The Python Standard Library, "Format Specification
// Mini-Language").
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"
#include "script/value.h"

namespace tirx::script {

// The text of a compile-time int, float, bool or string; other values have the empty specification only.
// Not supported: the types `c` and `n`, and `z`.
Result<std::string> Format(const Value& value, std::string_view spec, const Span& at);

// Python's ascii() of a repr: characters beyond ASCII as escapes.
std::string Ascii(const std::string& repr);

}  // namespace tirx::script
