// SPDX-License-Identifier: Apache-2.0
// Lines of script: indentation, wrapping of long lines inside brackets, literals.
#pragma once

#include <string>
#include <string_view>

#include "base/dtype.h"

namespace tirx::ir {

// `text` as a string literal of the script.
std::string QuoteScript(std::string_view text);
// `text` between triple quotes, its line breaks kept.
std::string QuoteDoc(std::string_view text);
// A finite float that reads back as `value` once rounded to `dtype`; always recognisable as a float.
std::string FloatLiteral(DType dtype, double value);
// An integer as its type means it: unsigned types without sign.
std::string IntLiteral(DType dtype, int64_t value);

class ScriptLines {
 public:
  explicit ScriptLines(int width) : width_(size_t(width)) {}

  void Indent() { indent_ += 4; }
  void Dedent() { indent_ -= 4; }
  void Blank() { text_ += '\n'; }
  // One logical line; wrapped at blanks inside brackets when it is too long.
  void Line(std::string_view line);
  // Taken as it is, after the indentation: a docstring.
  void Verbatim(std::string_view line);
  std::string Take() { return std::move(text_); }

 private:
  void Wrapped(std::string_view line);

  size_t width_;
  size_t indent_ = 0;
  std::string text_;
};

}  // namespace tirx::ir
