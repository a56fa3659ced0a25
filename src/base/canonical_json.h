// SPDX-License-Identifier: Apache-2.0
// JSON of plain values in one form: keys sorted, no blanks. Equal values give equal text, so it serves as a
// key.
#pragma once

#include <string>
#include <string_view>

#include "base/node.h"

namespace tirx {

// None, bools, numbers, strings, arrays, and maps with strings as keys.
std::string CanonicalJson(const Any& value);

// "a string", "a list": what a value is, for messages.
std::string_view PlainKind(const Any& value);

// The value that `text` stands for, or nothing, with the reason. Nesting is limited, so that no text can
// exhaust the stack.
bool ParseJson(std::string_view text, Any* value, std::string* why);

}  // namespace tirx
