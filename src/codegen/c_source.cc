// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_source.h"

namespace tirx::codegen {

void SourceText::Line(std::string_view text, const Span& span) {
  while (true) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    // Preprocessor lines stay in the indentation of the code that they speak of; empty lines have none.
    if (!line.empty()) text_.append(size_t(depth_) * 2, ' ');
    text_.append(line).push_back('\n');
    spans_.push_back(span);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void SourceText::Append(const SourceText& other) {
  text_ += other.text_;
  spans_.insert(spans_.end(), other.spans_.begin(), other.spans_.end());
}

void SourceText::AppendIndented(const SourceText& other) {
  std::string_view rest = other.text_;
  for (const Span& span : other.spans_) {
    size_t end = rest.find('\n');
    Line(rest.substr(0, end), span);
    rest.remove_prefix(end + 1);
  }
}

}  // namespace tirx::codegen
