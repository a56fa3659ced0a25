// SPDX-License-Identifier: Apache-2.0
// Of support texts (c_support.h), the declarations that generated code needs, directly or not: who reads it
// shall not read what it does not use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tirx::codegen {

struct SupportText {
  std::string_view title;  // "// --- title ---" stands above what is left of the text
  std::string_view text;
};

struct NeededText {
  std::string includes;      // of system headers, sorted, one a line
  std::string declarations;  // for before the code: types, prototypes of functions that it calls
  std::string definitions;   // for behind it: those functions, and what they need themselves
};

// Texts declare names that begin with tirx_ or TIRX_, at the left margin, and each declaration ends in a line
// that begins with its closing brace, or that ends in a semicolon. Functions are `static inline`.
NeededText NeededOf(const std::vector<SupportText>& texts, std::string_view user);

}  // namespace tirx::codegen
