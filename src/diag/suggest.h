// SPDX-License-Identifier: Apache-2.0
// "Did you mean": what a name that nobody knows may be a misspelling of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace tirx::diag {

// The candidate that `name` most likely misspells; empty when none is close. The same for any order of
// `candidates`.
std::string_view Closest(std::string_view name, const std::vector<std::string_view>& candidates);

// Adds the note "did you mean `<prefix><closest>`?" when there is one, and, when the diagnostic points
// exactly at `name`, the edit that puts it right.
Diagnostic Suggest(Diagnostic diagnostic, std::string_view name,
                   const std::vector<std::string_view>& candidates, std::string_view prefix = "");

// "`a`", "`a` or `b`", "`a`, `b` or `c`".
std::string OneOf(const std::vector<std::string_view>& names, char quote = '`');
// "none", "`a`", "`a` and `b`", "`a`, `b` and `c`".
std::string AllOf(const std::vector<std::string_view>& names);
// What may be written for "a|b|c": `"a", "b" or "c"`.
std::string OneOfChoices(std::string_view choices);

// "1 item", "2 items".
std::string Counted(size_t count, std::string_view noun);

}  // namespace tirx::diag
