// SPDX-License-Identifier: Apache-2.0
#include "diag/render.h"

#include <algorithm>

#include "base/json_text.h"

namespace tirx::diag {
namespace {

constexpr std::string_view kRed = "\033[1;31m", kYellow = "\033[1;33m", kCyan = "\033[1;36m",
                           kReset = "\033[0m";

std::string Colored(std::string_view text, std::string_view color, const RenderOptions& options) {
  return options.color ? std::string(color) + std::string(text) + std::string(kReset) : std::string(text);
}

// The quoted source line and, below it, the marked range.
std::string Excerpt(const Span& span, const RenderOptions& options) {
  std::string_view line = span->file.Line(span->line);
  if (line.empty()) return "";
  size_t begin = size_t(std::max(span->column, 1) - 1);
  size_t end = span->end_line == span->line ? size_t(std::max(span->end_column, 1) - 1) : line.size();
  end = std::min(std::max(end, begin + 1), std::max(line.size(), begin + 1));
  std::string marks;
  for (size_t i = 0; i < begin; ++i) marks += i < line.size() && line[i] == '\t' ? '\t' : ' ';
  std::string caret = "^" + std::string(end - begin - 1, '~');
  return "    " + std::string(line) + "\n    " + marks + Colored(caret, kRed, options) + "\n";
}

std::string Headline(const Span& span, std::string_view label, std::string_view color,
                     std::string_view message, const RenderOptions& options) {
  std::string where = span.defined() ? ToString(span) + ": " : "";
  return where + Colored(std::string(label) + ":", color, options) + " " + std::string(message);
}

std::string JsonPosition(const Span& span) {
  if (!span.defined()) return "\"file\":null";
  return "\"file\":" + JsonQuote(View(span->file->name)) + ",\"line\":" + std::to_string(span->line) +
         ",\"column\":" + std::to_string(span->column) + ",\"end_line\":" + std::to_string(span->end_line) +
         ",\"end_column\":" + std::to_string(span->end_column);
}

std::string_view Label(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

}  // namespace

std::string Render(const Diagnostic& d, const RenderOptions& options) {
  auto color = d.severity == Severity::Error ? kRed : kYellow;
  std::string out = Headline(d.span, Label(d.severity), color, d.message, options) + " [" +
                    std::string(KindName(d.kind)) + "]\n";
  if (d.span.defined()) out += Excerpt(d.span, options);
  for (const Note& note : d.notes) {
    out += Headline(note.span, "note", kCyan, note.message, options) + "\n";
    if (note.span.defined()) out += Excerpt(note.span, options);
  }
  return out;
}

std::string Render(const Diagnostics& diagnostics, const RenderOptions& options) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += Render(d, options);
  return out;
}

std::string RenderJson(const Diagnostics& diagnostics) {
  std::string out = "[";
  for (const Diagnostic& d : diagnostics) {
    if (out.size() > 1) out += ",";
    out += "{\"kind\":" + JsonQuote(KindName(d.kind)) + ",\"severity\":" + JsonQuote(Label(d.severity)) +
           ",\"message\":" + JsonQuote(d.message) + "," + JsonPosition(d.span) + ",\"notes\":[";
    for (size_t i = 0; i < d.notes.size(); ++i) {
      out += (i ? ",{" : "{") + std::string("\"message\":") + JsonQuote(d.notes[i].message) + "," +
             JsonPosition(d.notes[i].span) + "}";
    }
    out += "]}";
  }
  return out + "]\n";
}

}  // namespace tirx::diag
