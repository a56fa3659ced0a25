// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_lines.h"

#include <array>
#include <vector>

namespace tirx::ir {
namespace {

constexpr size_t kNone = std::string_view::npos;
// Brackets in brackets beyond this many stay on their line: each takes a look at all that is inside.
constexpr int kMaxLayoutDepth = 12;

// Walks the characters that are not part of a string; `at_depth(position, depth)` for each, where a bracket
// counts as outside of itself.
template <class F>
void EachOutsideStrings(std::string_view text, F&& at_depth) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
      continue;
    }
    quoted = c == '"';
    bool closes = c == ')' || c == ']' || c == '}';
    if (closes) --depth;
    at_depth(i, depth);
    if (c == '(' || c == '[' || c == '{') ++depth;
  }
}

// Where the text may be broken: lower ranks first. An operator, between blanks, begins the next line.
constexpr int kComma = 0, kNoBreak = 100;

int RankOfBreak(std::string_view text, size_t blank) {
  if (text[blank] != ' ' || blank == 0) return kNoBreak;
  if (text[blank - 1] == ',') return kComma;
  std::string_view word = text.substr(blank + 1);
  if (word.find(' ') == kNone) return kNoBreak;
  word = word.substr(0, word.find(' '));
  constexpr std::array<std::string_view, 19> kOperators{"or", "and", "==", "!=", "<",  "<=", ">",
                                                        ">=", "|",   "^",  "&",  "<<", ">>", "+",
                                                        "-",  "*",   "/",  "//", "%"};
  constexpr std::array<int, 19> kRanks{1, 2, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9, 9, 9};
  for (size_t k = 0; k < kOperators.size(); ++k)
    if (word == kOperators[k]) return kRanks[k];
  return kNoBreak;
}

// The pieces between the loosest breaks outside brackets; one piece when there is no break.
std::vector<std::string_view> Pieces(std::string_view text, int* rank) {
  std::vector<size_t> breaks;
  *rank = kNoBreak;
  EachOutsideStrings(text, [&](size_t i, int depth) {
    int found = depth == 0 ? RankOfBreak(text, i) : kNoBreak;
    if (found == kNoBreak || found > *rank) return;
    if (found < *rank) breaks.clear();
    *rank = found;
    breaks.push_back(i);
  });
  std::vector<std::string_view> pieces;
  size_t start = 0;
  for (size_t at : breaks) {
    pieces.push_back(text.substr(start, at - start));
    start = at + 1;
  }
  pieces.push_back(text.substr(start));
  return pieces;
}

// The length of what stands before the expression of a statement: `x = `, `if `, `return `; 0 for a call.
size_t PrefixOf(std::string_view line) {
  for (std::string_view keyword : {"if ", "elif ", "while ", "return "})
    if (line.substr(0, keyword.size()) == keyword) return keyword.size();
  size_t prefix = 0;
  EachOutsideStrings(line, [&](size_t i, int depth) {
    if (prefix == 0 && depth == 0 && i > 0 && line.substr(i - 1, 3) == " = ") prefix = i + 2;
  });
  return prefix;
}

}  // namespace

void ScriptLines::Verbatim(std::string_view line) {
  text_.append(indent_, ' ');
  text_ += line;
  text_ += '\n';
}

void ScriptLines::Line(std::string_view line) {
  if (Fits(line)) return Verbatim(line);
  if (line.substr(0, 7) == "assert ") return Assertion(line);
  size_t prefix = PrefixOf(line);
  if (prefix == 0) return AtBracket(line);
  bool header = line.back() == ':';
  std::string_view value = line.substr(prefix, line.size() - prefix - (header ? 1 : 0));
  int rank;
  if (Pieces(value, &rank).size() == 1) return AtBracket(line);
  Enclosed(std::string(line.substr(0, prefix)) + "(", value, header ? "):" : ")");
}

// assert condition, ("kind", [parts])
void ScriptLines::Assertion(std::string_view line) {
  int rank;
  std::vector<std::string_view> parts = Pieces(line.substr(7), &rank);
  if (rank != kComma || parts.size() != 2) return AtBracket(line);
  std::string_view condition = parts[0].substr(0, parts[0].size() - 1), message = parts[1];
  std::string head = "assert " + std::string(condition) + ", (";
  if (Fits(head)) {
    Verbatim(head);
  } else {
    Enclosed("assert (", condition, "), (");
  }
  Bracket all = WidestBracket(message);
  Content(message.substr(all.open + 1, all.close - all.open - 1));
  Verbatim(")");
}

ScriptLines::Bracket ScriptLines::WidestBracket(std::string_view text) {
  Bracket widest{kNone, kNone};
  size_t open = 0;
  EachOutsideStrings(text, [&](size_t i, int depth) {
    if (depth != 0) return;
    char c = text[i];
    if (c == '(' || c == '[' || c == '{') open = i;
    if (c != ')' && c != ']' && c != '}') return;
    if (widest.open == kNone || i - open > widest.close - widest.open) widest = {open, i};
  });
  return widest;
}

void ScriptLines::Inside(std::string_view text) {
  if (Fits(text)) return Verbatim(text);
  int rank;
  std::vector<std::string_view> pieces = Pieces(text, &rank);
  if (pieces.size() == 1) return AtBracket(text);
  for (size_t i = 0; i < pieces.size(); ++i) {
    bool last = i + 1 == pieces.size();
    if (last && rank == kComma && pieces[i].back() != ',') {
      Inside(std::string(pieces[i]) + ",");
    } else {
      Inside(pieces[i]);
    }
  }
}

void ScriptLines::AtBracket(std::string_view text) {
  Bracket bracket = WidestBracket(text);
  if (bracket.open == kNone || bracket.close == bracket.open + 1) return Verbatim(text);
  Enclosed(text.substr(0, bracket.open + 1), text.substr(bracket.open + 1, bracket.close - bracket.open - 1),
           text.substr(bracket.close));
}

void ScriptLines::Enclosed(std::string_view head, std::string_view body, std::string_view tail) {
  if (depth_ == kMaxLayoutDepth) return Verbatim(std::string(head) + std::string(body) + std::string(tail));
  Verbatim(head);
  Content(body);
  Verbatim(tail);
}

void ScriptLines::Content(std::string_view body) {
  ++depth_;
  Indent();
  Inside(body);
  Dedent();
  --depth_;
}

}  // namespace tirx::ir
