// SPDX-License-Identifier: Apache-2.0
// The lexer: Python's lexical rules (The Python Language Reference, chapter 2).
#include "script/lexer.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/check.h"
#include "base/utf8.h"

namespace tirx::script {
namespace {

struct Spelled {
  Tok kind;
  std::string_view text;
};

constexpr Spelled kSpelled[] = {
#define TIRX_TOKEN(Name, text) {Tok::Name, text},
#include "script/tokens.def"
#undef TIRX_TOKEN
};
constexpr size_t kFirstSpelled = size_t(Tok::PowerAssign);

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsNamePart(char c) {
  return IsNameStart(c) || IsDigit(c);
}

const std::unordered_map<std::string_view, Tok>& Keywords() {
  static const auto* table = [] {
    auto* map = new std::unordered_map<std::string_view, Tok>();
    for (const Spelled& s : kSpelled) {
      if (IsKeyword(s.kind)) map->emplace(s.text, s.kind);
    }
    return map;
  }();
  return *table;
}

// Keywords that no continuation line inside brackets can begin with: where one stands, a bracket was left
// open.
bool StartsOnlyStatements(Tok kind) {
  constexpr std::array kinds{Tok::KwDef,      Tok::KwClass,  Tok::KwReturn, Tok::KwWith,
                             Tok::KwImport,   Tok::KwAssert, Tok::KwWhile,  Tok::KwBreak,
                             Tok::KwContinue, Tok::KwPass,   Tok::KwRaise,  Tok::KwTry};
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

class Lexer {
 public:
  // `suspicious`: the file is known to leave a bracket open, so a line inside brackets that is indented no
  // further than the line that opened them is taken as a new statement.
  Lexer(const SourceFile& file, bool suspicious, diag::Diagnostics* errors)
      : file_(file),
        text_(View(file->text)),
        suspicious_(suspicious),
        line_(int32_t(file->first_line)),
        errors_(errors) {}

  Lexer(const SourceFile& file, std::string_view text, int32_t line, int32_t column,
        diag::Diagnostics* errors)
      : file_(file),
        text_(text),
        suspicious_(false),
        first_column_(column - 1),
        line_(line),
        at_line_start_(false),
        in_string_(true),
        errors_(errors) {}

  std::vector<Token> Run() {
    tokens_.reserve(text_.size() / 2 + 16);  // what is not used costs no memory
    if (!in_string_ && text_.substr(0, 3) == "\xEF\xBB\xBF") pos_ = line_start_ = 3;
    while (pos_ < text_.size()) {
      if (at_line_start_ && open_.empty() && !ReadIndentation()) continue;
      ReadToken();
    }
    Finish();
    return std::move(tokens_);
  }
  bool left_open() const { return left_open_; }

 private:
  struct Indentation {
    int column, alternate;  // with tabs to the next multiple of 8, and with tabs as one column
  };

  char At(size_t offset = 0) const { return pos_ + offset < text_.size() ? text_[pos_ + offset] : '\0'; }
  int32_t Column(size_t pos) const { return int32_t(pos - line_start_) + 1 + first_column_; }
  Range From(size_t start) const { return {line_, Column(start), line_, Column(pos_)}; }
  Span SpanFrom(const Range& at) const { return SpanOf(file_, at); }
  void Push(Tok kind, size_t start) {
    tokens_.push_back({kind, From(start), text_.substr(start, pos_ - start)});
  }
  void Report(diag::Kind kind, const Range& at, std::initializer_list<std::string_view> arguments) {
    errors_->push_back(diag::Make(kind, SpanFrom(at), arguments));
  }
  void NextLine() {
    ++pos_;
    ++line_;
    line_start_ = pos_;
    first_column_ = 0;
  }

  // False when the line is blank or a comment, which is then consumed.
  bool ReadIndentation() {
    Indentation indent{0, 0};
    size_t start = pos_;
    for (;; ++pos_) {
      if (At() == ' ') {
        ++indent.column, ++indent.alternate;
      } else if (At() == '\t') {
        indent.column = (indent.column / 8 + 1) * 8;
        ++indent.alternate;
      } else if (At() == '\f') {
        indent = {0, 0};
      } else {
        break;
      }
    }
    if (At() == '#') SkipComment();
    if (At() == '\r' && At(1) == '\n') ++pos_;
    if (pos_ >= text_.size()) return false;
    if (At() == '\n') {
      NextLine();
      return false;
    }
    at_line_start_ = false;
    ChangeIndentation(indent, start);
    return true;
  }

  void ChangeIndentation(Indentation indent, size_t start) {
    if (indents_.empty()) {
      indents_.push_back(indent);
      return;
    }
    Indentation top = indents_.back();
    if ((indent.column > top.column) != (indent.alternate > top.alternate) ||
        (indent.column < top.column) != (indent.alternate < top.alternate)) {
      Report(DK::MixedTabs, From(start), {});
    }
    if (indent.column > top.column) {
      indents_.push_back(indent);
      Push(Tok::Indent, start);
      return;
    }
    while (indents_.size() > 1 && indent.column < indents_.back().column) {
      indents_.pop_back();
      Push(Tok::Dedent, pos_);
    }
    if (indent.column != indents_.back().column) {
      Report(DK::BadDedent, From(start), {});
      indents_.back() = indent;
    }
  }

  void SkipComment() {
    size_t end = text_.find('\n', pos_);
    pos_ = end == std::string_view::npos ? text_.size() : end;
    if (pos_ > 0 && pos_ < text_.size() && text_[pos_ - 1] == '\r') --pos_;
  }

  void ReadToken() {
    size_t start = pos_;
    char c = At();
    if (c == ' ' || c == '\t' || c == '\f' || (c == '\r' && At(1) == '\n')) {
      ++pos_;
    } else if (c == '#') {
      SkipComment();
    } else if (c == '\n') {
      EndLine();
    } else if (c == '\\' && (At(1) == '\n' || (At(1) == '\r' && At(2) == '\n'))) {
      pos_ += At(1) == '\r' ? 2 : 1;
      NextLine();
    } else if (IsNameStart(c)) {
      ReadNameOrString(start);
    } else if (IsDigit(c) || (c == '.' && IsDigit(At(1)))) {
      ReadNumber(start);
    } else if (c == '"' || c == '\'') {
      ReadString(start);
    } else {
      ReadOperator(start);
    }
  }

  void EndLine() {
    if (open_.empty() && !in_string_) {
      tokens_.push_back(
          {Tok::Newline, {line_, Column(pos_), line_, Column(pos_) + 1}, text_.substr(pos_, 1)});
      at_line_start_ = true;
    }
    NextLine();
  }

  void ReadNameOrString(size_t start) {
    while (IsNamePart(At())) ++pos_;
    std::string_view name = text_.substr(start, pos_ - start);
    if ((At() == '"' || At() == '\'') && IsStringPrefix(name)) return ReadString(start);
    auto keyword = Keywords().find(name);
    Tok kind = keyword == Keywords().end() ? Tok::Name : keyword->second;
    if (!open_.empty() && FirstOnLine(start) &&
        (StartsOnlyStatements(kind) || (suspicious_ && !IsContinued(start))))
      AbandonBrackets(start);
    Push(kind, start);
  }

  static bool IsStringPrefix(std::string_view name) {
    if (name.size() > 2) return false;
    std::string lower;
    for (char c : name) lower += char(c | 0x20);
    constexpr std::array<std::string_view, 8> prefixes{"r", "u", "b", "f", "br", "rb", "fr", "rf"};
    return std::find(prefixes.begin(), prefixes.end(), lower) != prefixes.end();
  }

  bool FirstOnLine(size_t start) const {
    return text_.substr(line_start_, start - line_start_).find_first_not_of(" \t\f") ==
           std::string_view::npos;
  }

  // Whether the line is indented further than the line that opened the outermost bracket.
  bool IsContinued(size_t start) const {
    std::string_view opener = file_.Line(open_.front().at.line);
    size_t indent = std::min(opener.find_first_not_of(" \t"), opener.size());
    return start - line_start_ > indent;
  }

  // Reports the innermost open bracket and goes on as if all were closed, so that later lines are still
  // checked.
  void AbandonBrackets(size_t start) {
    CloseBrackets({line_, Column(start), line_, Column(start)});
    tokens_.push_back({Tok::Newline, {line_, Column(start), line_, Column(start)}, {}});
    size_t resume = pos_;
    pos_ = line_start_;
    ReadIndentation();
    pos_ = resume;
  }

  void CloseBrackets(const Range& here) {
    left_open_ = true;
    Report(DK::UnclosedBracket, open_.back().at, {open_.back().text});
    for (; !open_.empty(); open_.pop_back()) {
      Tok close = Tok(size_t(open_.back().kind) + 1);
      tokens_.push_back({close, here, Spelling(close)});
    }
  }

  void ReadNumber(size_t start) {
    Tok kind = Tok::Int;
    if (At() == '0' && std::string_view("xXoObB").find(At(1)) != std::string_view::npos && At(1)) {
      pos_ += 2;
      while (IsNamePart(At())) ++pos_;
    } else {
      kind = ReadDecimal();
    }
    if (!WellFormed(text_.substr(start, pos_ - start), kind)) {
      while (IsNamePart(At())) ++pos_;
      Report(DK::BadNumber, From(start), {text_.substr(start, pos_ - start)});
    }
    Push(kind, start);
  }

  void SkipDigits() {
    while (IsDigit(At()) || At() == '_') ++pos_;
  }

  Tok ReadDecimal() {
    Tok kind = Tok::Int;
    SkipDigits();
    if (At() == '.') {
      kind = Tok::Float;
      ++pos_;
      SkipDigits();
    }
    if ((At() == 'e' || At() == 'E') &&
        (IsDigit(At(1)) || ((At(1) == '+' || At(1) == '-') && IsDigit(At(2))))) {
      kind = Tok::Float;
      pos_ += 2;
      SkipDigits();
    }
    if (At() == 'j' || At() == 'J') {
      ++pos_;
      kind = Tok::Imaginary;
    }
    return kind;
  }

  // Python's rules on digits, underscores and leading zeros; a name may not follow directly.
  bool WellFormed(std::string_view text, Tok kind) const {
    if (IsNamePart(At())) return false;
    if (text.back() == '_' || text.find("__") != std::string_view::npos) return false;
    std::string_view digits = "0123456789";
    size_t begin = 0;
    if (text.size() > 1 && text[0] == '0' && !IsDigit(text[1]) && kind == Tok::Int && text[1] != '_') {
      char base = char(text[1] | 0x20);
      digits = base == 'x' ? "0123456789abcdefABCDEF" : base == 'o' ? "01234567" : "01";
      begin = 2;
      if (text.size() == 2) return false;
    } else if (kind == Tok::Int && text[0] == '0') {
      digits = "0";  // only zeros may follow a leading zero
    } else if (kind != Tok::Int) {
      for (size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '_' && !(IsDigit(text[i - 1]) && IsDigit(text[i + 1]))) return false;
      }
      return true;
    }
    return text.find_first_not_of(std::string(digits) + "_", begin) == std::string_view::npos;
  }

  void ReadString(size_t start) {
    Range at = From(start);
    bool raw = text_.substr(start, pos_ - start).find_first_of("rR") != std::string_view::npos;
    char quote = At();
    bool triple = At(1) == quote && At(2) == quote;
    pos_ += triple ? 3 : 1;
    while (pos_ < text_.size()) {
      if (At() == '\\' && (!raw || At(1) == quote || At(1) == '\\' || At(1) == '\n')) {
        ++pos_;
        if (At() == '\n') {
          NextLine();
        } else if (pos_ < text_.size()) {
          ++pos_;
        }
      } else if (At() == quote && (!triple || (At(1) == quote && At(2) == quote))) {
        pos_ += triple ? 3 : 1;
        at.end_line = line_;
        at.end_column = Column(pos_);
        tokens_.push_back({Tok::String, at, text_.substr(start, pos_ - start)});
        return;
      } else if (At() == '\n') {
        if (!triple) break;
        NextLine();
      } else {
        ++pos_;
      }
    }
    at.end_column = at.column + (triple ? 3 : 1);
    Report(DK::UnterminatedString, at, {triple ? "a triple-quoted string" : "a string"});
    tokens_.push_back({Tok::String, at, "\"\""});
  }

  // The operators and brackets that begin with a character, longer ones first.
  static const std::vector<const Spelled*>& OperatorsFrom(unsigned char c) {
    static const auto table = [] {
      std::array<std::vector<const Spelled*>, 256> by_first;
      for (const Spelled& s : kSpelled)
        if (!IsKeyword(s.kind)) by_first[static_cast<unsigned char>(s.text[0])].push_back(&s);
      return by_first;
    }();
    return table[c];
  }

  void ReadOperator(size_t start) {
    unsigned char c = static_cast<unsigned char>(text_[start]);
    for (const Spelled* s : OperatorsFrom(c)) {
      if (text_.substr(pos_, s->text.size()) != s->text) continue;
      pos_ += s->text.size();
      if (TrackBrackets(s->kind, start)) Push(s->kind, start);
      return;
    }
    ++pos_;
    std::string shown = c >= 0x20 && c < 0x7F ? std::string(1, char(c)) : "\\x" + Hex(c);
    Report(DK::BadCharacter, From(start), {shown});
  }

  static std::string Hex(unsigned char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {digits[c >> 4], digits[c & 15]};
  }

  // False for a closing bracket that closes nothing; it is dropped.
  bool TrackBrackets(Tok kind, size_t start) {
    if (kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace) {
      open_.push_back({kind, From(start), text_.substr(start, 1)});
      return true;
    }
    if (kind != Tok::RightParen && kind != Tok::RightBracket && kind != Tok::RightBrace) return true;
    std::string_view close = Spelling(kind);
    if (open_.empty()) {
      Report(DK::UnmatchedBracket, From(start), {close});
      return false;
    }
    Token open = open_.back();
    open_.pop_back();
    if (size_t(kind) == size_t(open.kind) + 1) return true;  // tokens.def lists each pair together
    errors_->push_back(diag::Make(DK::MismatchedBracket, SpanFrom(From(start)), {close, open.text})
                           .WithNote(SpanFrom(open.at), "opened here"));
    tokens_.push_back({Tok(size_t(open.kind) + 1), From(start), close});
    return false;
  }

  void Finish() {
    if (!open_.empty()) CloseBrackets({line_, Column(pos_), line_, Column(pos_)});
    if (!tokens_.empty() && tokens_.back().kind != Tok::Newline) {
      tokens_.push_back({Tok::Newline, {line_, Column(pos_), line_, Column(pos_)}, {}});
    }
    for (; indents_.size() > 1; indents_.pop_back()) Push(Tok::Dedent, pos_);
    Push(Tok::End, pos_);
  }

  const SourceFile& file_;
  std::string_view text_;
  bool suspicious_;
  size_t pos_ = 0, line_start_ = 0;
  int32_t first_column_ = 0;  // of the text, where it begins within a line; counted from 0
  int32_t line_;
  bool at_line_start_ = true, left_open_ = false, in_string_ = false;
  std::vector<Token> open_;  // brackets
  std::vector<Indentation> indents_;
  std::vector<Token> tokens_;
  diag::Diagnostics* errors_;
};

}  // namespace

std::string_view Spelling(Tok kind) {
  TIRX_CHECK(size_t(kind) >= kFirstSpelled, "this token has no fixed spelling");
  return kSpelled[size_t(kind) - kFirstSpelled].text;
}

std::string_view Describe(Tok kind) {
  constexpr std::string_view names[] = {"the end of the file",
                                        "the end of the line",
                                        "an indented block",
                                        "the end of the block",
                                        "a name",
                                        "an integer",
                                        "a float",
                                        "an imaginary number",
                                        "a string"};
  static_assert(std::size(names) == kFirstSpelled);
  if (size_t(kind) < kFirstSpelled) return names[size_t(kind)];
  static const auto* quoted = [] {
    auto* all = new std::vector<std::string>();
    for (const Spelled& s : kSpelled) all->push_back("`" + std::string(s.text) + "`");
    return all;
  }();
  return (*quoted)[size_t(kind) - kFirstSpelled];
}

namespace {

diag::Diagnostic NotText(const SourceFile& file, size_t pos) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string_view before = View(file->text).substr(0, pos);
  auto byte = static_cast<unsigned char>(View(file->text)[pos]);
  int32_t line = int32_t(file->first_line + std::count(before.begin(), before.end(), '\n'));
  size_t line_start = before.rfind('\n') + 1;  // 0 where there is none
  int32_t column = int32_t(pos - line_start) + 1;
  std::string shown = {'0', 'x', hex[byte >> 4], hex[byte & 15]};
  return diag::Make(DK::NotText, SpanOf(file, {line, column, line, column + 1}), {shown});
}

}  // namespace

std::vector<Token> Tokenize(const SourceFile& file, diag::Diagnostics* errors) {
  if (size_t bad = FirstNonUtf8(View(file->text)); bad < file->text.size()) {
    errors->push_back(NotText(file, bad));
    return {{Tok::End, {int32_t(file->first_line), 1, int32_t(file->first_line), 1}, {}}};
  }
  diag::Diagnostics found;
  Lexer lexer(file, false, &found);
  std::vector<Token> tokens = lexer.Run();
  if (lexer.left_open()) {
    found.clear();
    tokens = Lexer(file, true, &found).Run();
  }
  errors->insert(errors->end(), found.begin(), found.end());
  return tokens;
}

std::vector<Token> TokenizeField(const SourceFile& file, std::string_view text, int32_t line, int32_t column,
                                 diag::Diagnostics* errors) {
  return Lexer(file, text, line, column, errors).Run();
}

}  // namespace tirx::script
