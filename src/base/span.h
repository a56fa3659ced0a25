// SPDX-License-Identifier: Apache-2.0
// Where a node came from: a source file (with its text, so that any stage can quote it) and a range in it.
#pragma once

#include <string_view>

#include "base/node.h"

namespace tirx {

struct SourceFileNode : Object {
  String name;  // as the user named it: a path, or "<string>"
  String text;
  int64_t first_line = 1;  // line number of the first line of `text` in the named file
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("name", &SourceFileNode::name); f("text", &SourceFileNode::text);
              f("first_line", &SourceFileNode::first_line))
  TIRX_NODE(SourceFile, SourceFileNode, "tirx.SourceFile", ObjectRef, Object)
  SourceFile(String name, String text, int64_t first_line = 1);
  // The text of line `line`, numbered as in the named file; empty when there is no such line.
  std::string_view Line(int64_t line) const;
};

// Lines and columns count from 1; columns count bytes; the end is exclusive. An undefined Span means
// "unknown".
struct SpanNode : Object {
  SourceFile file;
  int32_t line = 0, column = 0, end_line = 0, end_column = 0;
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("file", &SpanNode::file); f("line", &SpanNode::line); f("column", &SpanNode::column);
              f("end_line", &SpanNode::end_line); f("end_column", &SpanNode::end_column))
  TIRX_NODE(Span, SpanNode, "tirx.Span", ObjectRef, Object)
  Span(SourceFile file, int32_t line, int32_t column, int32_t end_line, int32_t end_column);
};

// "file:line:col", or "<unknown>".
std::string ToString(const Span& span);

void RegisterBaseNodes();

}  // namespace tirx
