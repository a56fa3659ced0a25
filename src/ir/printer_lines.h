// SPDX-License-Identifier: Apache-2.0
// Lines of script: indentation, and the layout of statements that are too long for one line.
#pragma once

#include <string>
#include <string_view>

namespace tirx::ir {

// Long statements are laid out as Python's formatters do (Black, "The Black code style", Wrapping): the
// widest bracket moves its content to lines of their own, one item or operand a line if it does not fit on
// one.
class ScriptLines {
 public:
  explicit ScriptLines(int width) : width_(size_t(width)) {}

  void Indent() { indent_ += 4; }
  void Dedent() { indent_ -= 4; }
  void Blank() { text_ += '\n'; }
  // One statement, or the header of one.
  void Line(std::string_view line);
  // Taken as it is, after the indentation: a docstring.
  void Verbatim(std::string_view line);
  std::string Take() { return std::move(text_); }

 private:
  struct Bracket {
    size_t open, close;  // positions of the two characters; open = npos: there is none
  };

  bool Fits(std::string_view text) const { return indent_ + text.size() <= width_; }
  static Bracket WidestBracket(std::string_view text);
  void Assertion(std::string_view line);
  // `text` stands inside brackets, so that it may be broken at its commas and operators.
  void Inside(std::string_view text);
  void AtBracket(std::string_view text);
  void Enclosed(std::string_view head, std::string_view body, std::string_view tail);
  void Content(std::string_view body);

  size_t width_;
  size_t indent_ = 0;
  int depth_ = 0;  // of brackets that are laid out
  std::string text_;
};

}  // namespace tirx::ir
