// SPDX-License-Identifier: Apache-2.0
// Tokens of Python source, each with the range that it covers.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/span.h"

namespace tirx::script {

// Lines and columns count from 1, columns in bytes; the end is exclusive.
struct Range {
  int32_t line = 0, column = 0, end_line = 0, end_column = 0;
};

inline Range Cover(const Range& first, const Range& last) {
  return {first.line, first.column, last.end_line, last.end_column};
}

inline Span SpanOf(const SourceFile& file, const Range& at) {
  return Span(file, at.line, at.column, at.end_line, at.end_column);
}

enum class Tok : uint8_t {
  End,
  Newline,  // the end of a logical line
  Indent,
  Dedent,
  Name,
  Int,
  Float,
  Imaginary,
  String,
#define TIRX_TOKEN(Name, text) Name,
#include "script/tokens.def"
#undef TIRX_TOKEN
};

// "`+=`", "`while`", "a name", "the end of the line".
std::string_view Describe(Tok kind);
// The spelling of an operator or keyword.
std::string_view Spelling(Tok kind);
inline bool IsKeyword(Tok kind) {
  return kind >= Tok::KwFalse;
}

struct Token {
  Tok kind = Tok::End;
  Range at;
  std::string_view text;  // into the source file; for strings with prefix and quotes
};

}  // namespace tirx::script
