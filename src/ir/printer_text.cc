// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_text.h"

#include <charconv>
#include <cstdlib>

namespace tirx::ir {
namespace {

void AppendHexEscape(unsigned char c, std::string* out) {
  constexpr std::string_view digits = "0123456789abcdef";
  *out += "\\x";
  *out += digits[c >> 4];
  *out += digits[c & 15];
}

void AppendEscaped(char c, std::string* out) {
  switch (c) {
    case '\\':
      *out += "\\\\";
      return;
    case '"':
      *out += "\\\"";
      return;
    case '\n':
      *out += "\\n";
      return;
    case '\t':
      *out += "\\t";
      return;
    case '\r':
      *out += "\\r";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    AppendHexEscape(static_cast<unsigned char>(c), out);
  } else {
    *out += c;
  }
}

// Finds where a line may be broken: at a blank inside brackets and outside strings.
class BreakFinder {
 public:
  explicit BreakFinder(std::string_view line) : line_(line) {}

  // The best break in the line after `start`, so that the piece has at most `room` characters if that can be;
  // npos when there is none. Breaks in fewer brackets are better, then later ones.
  size_t Next(size_t start, size_t room) {
    size_t best = std::string_view::npos, last = best;
    int best_depth = 0;
    int depth = depth_;
    bool quoted = false;
    size_t i = start;
    for (; i < line_.size(); ++i) {
      if (i - start > room && last != std::string_view::npos) break;
      char c = line_[i];
      if (quoted) {
        if (c == '\\') ++i;
        quoted = c != '"';
        continue;
      }
      quoted = c == '"';
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (c != ' ' || depth == 0 || i == start || IsAfterOperator(i)) continue;
      last = i;
      bool far_enough = (i - start) * 5 >= room * 2;
      if (far_enough && (best == std::string_view::npos || depth <= best_depth)) {
        best = i;
        best_depth = depth;
      }
    }
    return best != std::string_view::npos ? best : last;
  }

  // Moves past a piece, keeping count of the brackets.
  void Skip(size_t start, size_t end) {
    bool quoted = false;
    for (size_t i = start; i < end; ++i) {
      char c = line_[i];
      if (quoted) {
        if (c == '\\') ++i;
        quoted = c != '"';
        continue;
      }
      quoted = c == '"';
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if (c == ')' || c == ']' || c == '}') --depth_;
    }
  }

 private:
  // Operators begin a line rather than end it.
  bool IsAfterOperator(size_t blank) const {
    std::string_view before = line_.substr(0, blank);
    if (std::string_view("+-*/%<>&|^=~").find(before.back()) != std::string_view::npos) return true;
    size_t word = before.rfind(' ');
    std::string_view name = before.substr(word == std::string_view::npos ? 0 : word + 1);
    return name == "and" || name == "or" || name == "not";
  }

  std::string_view line_;
  int depth_ = 0;
};

}  // namespace

std::string QuoteScript(std::string_view text) {
  std::string out = "\"";
  for (char c : text) AppendEscaped(c, &out);
  return out + '"';
}

std::string QuoteDoc(std::string_view text) {
  std::string out = "\"\"\"";
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool lone_quote = c == '"' && i + 1 < text.size() && text[i + 1] != '"';
    if (c == '\n' || lone_quote) {
      out += c;
    } else {
      AppendEscaped(c, &out);
    }
  }
  return out + "\"\"\"";
}

std::string FloatLiteral(DType dtype, double value) {
  char text[40];
  auto shortest = [&](auto v) { return std::string(text, std::to_chars(text, text + sizeof(text), v).ptr); };
  std::string out = shortest(value);
  if (dtype == Float(32)) {
    std::string narrow = shortest(float(value));
    if (double(float(std::strtod(narrow.c_str(), nullptr))) == value) out = narrow;
  }
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

std::string IntLiteral(DType dtype, int64_t value) {
  return IsUInt(dtype) ? std::to_string(uint64_t(value)) : std::to_string(value);
}

void ScriptLines::Line(std::string_view line) {
  if (indent_ + line.size() > width_) return Wrapped(line);
  Verbatim(line);
}

void ScriptLines::Verbatim(std::string_view line) {
  text_.append(indent_, ' ');
  text_ += line;
  text_ += '\n';
}

void ScriptLines::Wrapped(std::string_view line) {
  // The lines after a header are indented twice, so that they stand out from the block.
  size_t hang = indent_ + (!line.empty() && line.back() == ':' ? 8 : 4);
  BreakFinder breaks(line);
  size_t start = 0, indent = indent_;
  while (start < line.size()) {
    size_t room = width_ > indent + 20 ? width_ - indent : 20;
    size_t end = line.size() - start <= room ? std::string_view::npos : breaks.Next(start, room);
    if (end == std::string_view::npos) end = line.size();
    text_.append(indent, ' ');
    text_ += line.substr(start, end - start);
    text_ += '\n';
    breaks.Skip(start, end);
    start = end + 1;
    indent = hang;
  }
}

}  // namespace tirx::ir
