// SPDX-License-Identifier: Apache-2.0
#include "diag/render.h"

#include <algorithm>

#include "base/json_text.h"
#include "base/utf8.h"

namespace tirx::diag {
namespace {

constexpr std::string_view kRed = "\033[1;31m", kYellow = "\033[1;33m", kCyan = "\033[1;36m",
                           kReset = "\033[0m";

std::string Colored(std::string_view text, std::string_view color, const RenderOptions& options) {
  return options.color ? std::string(color) + std::string(text) + std::string(kReset) : std::string(text);
}

constexpr size_t kWidestExcerpt = 160;

// The part of a source line that is shown: all of it, or, of a long one, what stands around `mark`.
struct Window {
  size_t begin, end;
};
Window VisiblePart(std::string_view line, size_t mark) {
  if (line.size() <= kWidestExcerpt) return {0, line.size()};
  size_t begin = mark > kWidestExcerpt / 2 ? mark - kWidestExcerpt / 2 : 0;
  size_t end = std::min(line.size(), begin + kWidestExcerpt);
  auto inside_character = [&](size_t i) { return i < line.size() && (line[i] & 0xC0) == 0x80; };
  while (inside_character(begin)) ++begin;
  while (inside_character(end)) ++end;
  return {begin, end};
}

// The character at `pos` as a terminal may have it; `pos` moves behind it.
std::string Printable(std::string_view text, size_t* pos) {
  size_t length = Utf8Length(text, *pos);
  bool control = static_cast<unsigned char>(text[*pos]) < 0x20 || text[*pos] == 0x7F;
  bool fine = length > 0 && (!control || text[*pos] == '\t');
  std::string out = fine ? std::string(text.substr(*pos, length)) : "?";
  *pos += std::max<size_t>(length, 1);
  return out;
}

// The quoted source line and, below it, the marked range.
std::string Excerpt(const Span& span, const RenderOptions& options) {
  std::string_view line = span->file.Line(span->line);
  line = line.substr(0, line.find('\r'));
  if (line.empty()) return "";
  size_t begin = size_t(std::max(span->column, 1) - 1);
  size_t end = span->end_line == span->line ? size_t(std::max(span->end_column, 1) - 1) : line.size();
  Window window = VisiblePart(line, begin);
  std::string shown = window.begin > 0 ? "..." : "", before(shown.size(), ' ');
  size_t marked = 0;
  for (size_t pos = window.begin; pos < window.end;) {
    bool is_before = pos < begin, is_inside = !is_before && pos < end;
    std::string character = Printable(line, &pos);
    shown += character;
    if (is_before) before += character == "\t" ? "\t" : " ";
    marked += is_inside;
  }
  if (window.end < line.size()) shown += "...";
  if (begin > line.size()) before.append(begin - line.size(), ' ');
  std::string caret = "^" + std::string(marked > 1 ? marked - 1 : 0, '~');
  return "    " + shown + "\n    " + before + Colored(caret, kRed, options) + "\n";
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
    out += "],\"fixits\":[";
    for (size_t i = 0; i < d.fixits.size(); ++i) {
      out += (i ? ",{" : "{") + std::string("\"replacement\":") + JsonQuote(d.fixits[i].replacement) + "," +
             JsonPosition(d.fixits[i].span) + "}";
    }
    out += "]}";
  }
  return out + "]\n";
}

}  // namespace tirx::diag
