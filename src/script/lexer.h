// SPDX-License-Identifier: Apache-2.0
// Python source to tokens: indentation, line joining, comments, literals.
#pragma once

#include <string>
#include <vector>

#include "base/span.h"
#include "diag/diagnostic.h"
#include "script/token.h"

namespace tirx::script {

// Never fails: what cannot be a token is reported and skipped. The last token is End; each logical line ends
// in Newline; every Indent has its Dedent. A first line that is indented sets the base indentation (the
// source of a nested function). `file` must outlive the tokens.
std::vector<Token> Tokenize(const SourceFile& file, diag::Diagnostics* errors);

// The tokens of a part of the file that stands inside a string (a field of an f-string); line ends in it mean
// nothing. `text` is a view of the file's text.
std::vector<Token> TokenizeField(const SourceFile& file, std::string_view text, int32_t line, int32_t column,
                                 diag::Diagnostics* errors);

struct StringLiteral {
  std::string value;       // UTF-8; bytes literals keep their bytes
  bool formatted = false;  // f"..."; `value` is then the undecoded text
  bool bytes = false;
};

// The text with its escapes replaced; false for a bad escape.
bool DecodeEscapes(std::string_view body, std::string* out);

// The value of a string token. A bad escape is reported at the token.
StringLiteral DecodeString(const SourceFile& file, const Token& token, diag::Diagnostics* errors);

struct IntegerLiteral {
  uint64_t value = 0;
  bool fits = true;  // in 64 bits without sign
};
IntegerLiteral DecodeInteger(std::string_view text);
double DecodeFloat(std::string_view text);

}  // namespace tirx::script
