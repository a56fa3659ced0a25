// SPDX-License-Identifier: Apache-2.0
// SourceText: generated lines with their indentation and the place in the script that each was generated for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace tirx::codegen {

class SourceText {
 public:
  // One line; text with line breaks makes several, all for the same place.
  void Line(std::string_view text, const Span& span = Span());
  // Appends the lines of another text as they are.
  void Append(const SourceText& other);
  // Appends them at this text's indentation.
  void AppendIndented(const SourceText& other);
  void Indent() { ++depth_; }
  void Dedent() { --depth_; }

  bool empty() const { return spans_.empty(); }
  const std::string& text() const { return text_; }
  const std::vector<Span>& spans() const { return spans_; }  // of line i + 1

 private:
  std::string text_;
  std::vector<Span> spans_;
  int depth_ = 0;
};

}  // namespace tirx::codegen
