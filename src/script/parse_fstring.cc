// SPDX-License-Identifier: Apache-2.0
// f-strings (The Python Language Reference, section 2.4.3, as Python 3.11 reads them: a field holds neither
// the string's own quotes nor a backslash).
#include "script/lexer.h"
#include "script/parser_state.h"

namespace tirx::script {

// One literal that is being read.
struct FormattedText {
  const Token& token;
  std::string_view text;  // of the token
  size_t pos, end;        // what is between the quotes
  bool raw;

  char At(size_t offset = 0) const { return pos + offset < end ? text[pos + offset] : '\0'; }
  // Where `offset` stands in the file.
  Range Place(size_t offset) const {
    Range at = token.at;
    for (size_t i = 0; i < offset; ++i) {
      ++at.column;
      if (text[i] == '\n') ++at.line, at.column = 1;
    }
    at.end_line = at.line;
    at.end_column = at.column + 1;
    return at;
  }
};

namespace {

constexpr int kMaxFormatNesting = 2;  // a field in the format of a field, and no deeper

// Past a string that begins at `pos`; the end of the text when it never ends.
size_t SkipString(std::string_view text, size_t pos, size_t end) {
  char quote = text[pos];
  for (++pos; pos < end && text[pos] != quote;) ++pos;
  return pos < end ? pos + 1 : end;
}

// Where the expression at `pos` ends: at `!`, `:`, `=` or `}` outside of brackets.
size_t EndOfExpression(std::string_view text, size_t pos, size_t end) {
  int depth = 0;
  while (pos < end) {
    char c = text[pos], next = pos + 1 < end ? text[pos + 1] : '\0';
    if (c == '\'' || c == '"') {
      pos = SkipString(text, pos, end);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (depth == 0 && (c == '}' || c == ':' || (c == '!' && next != '='))) break;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && c == '=') {
      bool comparison = next == '=' || (pos > 0 && std::string_view("=!<>").find(text[pos - 1]) < 4);
      if (!comparison) break;
      pos += next == '=';
    }
    ++pos;
  }
  return pos;
}

}  // namespace

void Parser::ParseFormatted(const Token& token, FormattedExpr* out) {
  size_t prefix = token.text.find_first_of("'\"");
  std::string_view body = token.text.substr(prefix);
  size_t quotes = body.size() >= 6 && body[1] == body[0] && body[2] == body[0] ? 3 : 1;
  bool raw = token.text.substr(0, prefix).find_first_of("rR") != std::string_view::npos;
  FormattedText in{token, token.text, prefix + quotes, token.text.size() - quotes, raw};
  ParseFormattedParts(&in, 0, out);
}

// Up to the end of the literal, or of the format of a field.
void Parser::ParseFormattedParts(FormattedText* in, int depth, FormattedExpr* out) {
  std::string text;
  size_t start = in->pos;
  auto take_text = [&](size_t skipped) {
    std::string_view piece = in->text.substr(start, in->pos - start);
    if (in->raw) {
      text += piece;
    } else if (!DecodeEscapes(piece, &text)) {
      errors_->push_back(diag::Make(DK::BadEscape, SpanOf(ast_->file, in->token.at)));
    }
    in->pos += skipped;
    start = in->pos;
  };
  while (in->pos < in->end && !panicking_) {
    char c = in->At();
    if (depth == 0 && (c == '{' || c == '}') && in->At(1) == c) {
      take_text(2);
      text += c;
    } else if (c == '}') {
      if (depth > 0) break;
      Fail(DK::BadFString, in->Place(in->pos), {"this `}` closes nothing; write `}}` for a brace"});
    } else if (c == '{') {
      if (depth >= kMaxFormatNesting) {
        Fail(DK::BadFString, in->Place(in->pos), {"its fields are nested too deeply"});
        return;
      }
      take_text(1);
      ParseField(in, depth, std::move(text), out);
      text.clear();
      start = in->pos;
    } else {
      in->pos +=
          c == '\\' && !in->raw && in->At(1) != '{' && in->At(1) != '}' && in->pos + 1 < in->end ? 2 : 1;
    }
  }
  take_text(0);
  if (!text.empty()) out->parts.push_back({std::move(text)});
}

// After the opening brace, through the closing one.
void Parser::ParseField(FormattedText* in, int depth, std::string text, FormattedExpr* out) {
  size_t begin = in->pos, stop = EndOfExpression(in->text, begin, in->end);
  std::string_view source = in->text.substr(begin, stop - begin);
  Range at = in->Place(begin);
  FormattedExpr::Part part;
  if (source.find_first_not_of(" \t\n") == std::string_view::npos)
    return void(Fail(DK::BadFString, at, {"a field is empty; write `{{` for a brace"}));
  if (source.find('\\') != std::string_view::npos || source.find('#') != std::string_view::npos)
    return void(Fail(DK::BadFString, at, {"a field cannot hold a backslash or a comment"}));
  part.value = ParseFieldExpression(source, at);
  out->depth = std::max(out->depth, part.value->depth + 1);
  in->pos = stop;
  bool shows_source = in->At() == '=';
  if (shows_source) {
    ++in->pos;
    while (in->At() == ' ') ++in->pos;
    text += in->text.substr(begin, in->pos - begin);
  }
  if (in->At() == '!') {
    part.conversion = in->At(1);
    in->pos += 2;
    if (std::string_view("rsa").find(part.conversion) == std::string_view::npos)
      return void(Fail(DK::BadFString, in->Place(in->pos - 1), {"after `!` stands `r`, `s` or `a`"}));
  }
  if (in->At() == ':') {
    ++in->pos;
    part.spec = New<FormattedExpr>(in->Place(in->pos));
    ParseFormattedParts(in, depth + 1, part.spec);
    out->depth = std::max(out->depth, part.spec->depth + 1);
  }
  if (shows_source && part.conversion == '\0' && !part.spec) part.conversion = 'r';
  if (in->At() != '}')
    return void(Fail(DK::BadFString, in->Place(std::min(in->pos, in->end - 1)), {"a `}` is missing"}));
  ++in->pos;
  part.text = std::move(text);
  out->parts.push_back(std::move(part));
}

Expr* Parser::ParseFieldExpression(std::string_view source, const Range& at) {
  Nesting nesting(this);
  if (TooDeep("this expression")) return New<NoneExpr>(at);
  // The field's own tokens take the place of the file's for a while.
  std::vector<Token> outer = TokenizeField(ast_->file, source, at.line, at.column, errors_);
  outer.swap(tokens_);
  size_t outer_cursor = std::exchange(cursor_, 0);
  Range outer_last = last_;
  Expr* value = ParseExpressionList("an expression");
  if (!panicking_ && !At(Tok::Newline) && !At(Tok::End)) Unexpected("the end of the field");
  last_ = outer_last;
  cursor_ = outer_cursor;
  outer.swap(tokens_);
  if (panicking_) {  // skip the rest of the line, as every error does
    while (!At(Tok::Newline) && !At(Tok::End)) ++cursor_;
  }
  return value;
}

}  // namespace tirx::script
