// SPDX-License-Identifier: Apache-2.0
// JSON string literals.
#pragma once

#include <string>
#include <string_view>

namespace tirx {

// `text` between double quotes, escaped as RFC 8259 section 7 requires; bytes that are not UTF-8 become
// U+FFFD.
std::string JsonQuote(std::string_view text);

}  // namespace tirx
