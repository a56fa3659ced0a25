// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_text.h"

#include <charconv>
#include <climits>
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

  // The end of the piece that begins at `start`: the best break that leaves it at most `room` characters, if
  // that can be, or the first one after; the end of the line when there is none. The breaks of a line are
  // asked for in order.
  size_t Next(size_t start, size_t room) {
    size_t best = line_.size();
    int best_rank = INT_MAX;
    bool quoted = false;
    for (size_t i = start; i < line_.size(); ++i) {
      bool fits = i - start <= room;
      if (!fits && best != line_.size()) break;
      char c = line_[i];
      if (quoted) {
        if (c == '\\') ++i;
        quoted = c != '"';
        continue;
      }
      quoted = c == '"';
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if (c == ')' || c == ']' || c == '}') --depth_;
      if (c != ' ' || depth_ == 0 || i == start) continue;
      // Early breaks waste lines: they only count while there is no other.
      int rank = Rank(i) + 8 * depth_ + ((i - start) * 5 < room * 2 ? 1000 : 0);
      if (Rank(i) == kNever || (fits && rank > best_rank)) continue;
      best = i;
      best_rank = rank;
      depth_at_best_ = depth_;
    }
    if (best != line_.size()) depth_ = depth_at_best_;
    return best;
  }

 private:
  static constexpr int kNever = 8;

  // Looser operators are better places, and commas the best; an operator begins the next line.
  int Rank(size_t blank) const {
    if (line_[blank - 1] == ',') return 0;
    std::string_view word = line_.substr(blank + 1);
    word = word.substr(0, word.find(' '));
    if (word == "and" || word == "or") return 1;
    if (word == "==" || word == "!=" || word == "<" || word == "<=" || word == ">" || word == ">=") return 2;
    if (word == "&" || word == "|" || word == "^" || word == "<<" || word == ">>") return 3;
    if (word == "+" || word == "-") return 4;
    return word == "*" || word == "/" || word == "//" || word == "%" ? 5 : kNever;
  }

  std::string_view line_;
  int depth_ = 0, depth_at_best_ = 0;
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
    size_t end = line.size() - start <= room ? line.size() : breaks.Next(start, room);
    text_.append(indent, ' ');
    text_ += line.substr(start, end - start);
    text_ += '\n';
    start = end + 1;
    indent = hang;
  }
}

}  // namespace tirx::ir
