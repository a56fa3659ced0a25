// SPDX-License-Identifier: Apache-2.0
#include "base/span.h"

namespace tirx {

SourceFile::SourceFile(String name, String text, int64_t first_line) {
  auto node = ffi::make_object<SourceFileNode>();
  node->name = std::move(name);
  node->text = std::move(text);
  node->first_line = first_line;
  data_ = std::move(node);
}

std::string_view SourceFile::Line(int64_t line) const {
  std::string_view rest = View((*this)->text);
  for (int64_t i = (*this)->first_line; i < line && !rest.empty(); ++i) {
    size_t end = rest.find('\n');
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  if (line < (*this)->first_line) return {};
  return rest.substr(0, rest.find('\n'));
}

Span::Span(SourceFile file, int32_t line, int32_t column, int32_t end_line, int32_t end_column) {
  auto node = ffi::make_object<SpanNode>();
  node->file = std::move(file);
  node->line = line;
  node->column = column;
  node->end_line = end_line;
  node->end_column = end_column;
  data_ = std::move(node);
}

std::string ToString(const Span& span) {
  if (!span.defined()) return "<unknown>";
  return std::string(span->file->name) + ":" + std::to_string(span->line) + ":" +
         std::to_string(span->column);
}

void RegisterBaseNodes() {
  RegisterNode<SourceFileNode>();
  RegisterNode<SpanNode>();
}

}  // namespace tirx
