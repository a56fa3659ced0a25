// SPDX-License-Identifier: Apache-2.0
// The parser's cursor and its errors.
#include "script/parser.h"

#include <algorithm>

#include "script/lexer.h"
#include "script/parser_state.h"

namespace tirx::script {

Parser::Parser(Ast* ast, std::vector<Token> tokens, diag::Diagnostics* errors)
    : ast_(ast), tokens_(std::move(tokens)), errors_(errors) {}

const Token& Parser::Next(size_t offset) const {
  return tokens_[std::min(cursor_ + offset, tokens_.size() - 1)];
}

Token Parser::Advance() {
  Token token = Current();
  if (token.kind != Tok::Newline && token.kind != Tok::Indent && token.kind != Tok::Dedent) last_ = token.at;
  if (token.kind != Tok::End) ++cursor_;
  return token;
}

bool Parser::Accept(Tok kind) {
  if (!At(kind) || panicking_) return false;
  Advance();
  return true;
}

bool Parser::Expect(Tok kind, std::string_view context) {
  if (Accept(kind)) return true;
  Unexpected(std::string(Describe(kind)) + (context.empty() ? "" : " " + std::string(context)));
  return false;
}

Identifier Parser::ExpectName(std::string_view context) {
  if (At(Tok::Name) && !panicking_) {
    Token token = Advance();
    return {token.text, token.at};
  }
  Identifier missing{"", Current().at};
  Unexpected("a name " + std::string(context));
  return missing;
}

std::string Parser::DescribeCurrent() const {
  const Token& token = Current();
  if (token.kind == Tok::Name) return "`" + std::string(token.text) + "`";
  if (token.kind == Tok::Int || token.kind == Tok::Float) return "`" + std::string(token.text) + "`";
  return std::string(Describe(token.kind));
}

Expr* Parser::Fail(diag::Kind kind, const Range& at, std::initializer_list<std::string_view> arguments) {
  if (!panicking_) Fail(diag::Make(kind, SpanOf(ast_->file, at), arguments));
  return New<NoneExpr>(at);
}

Expr* Parser::Fail(diag::Diagnostic diagnostic) {
  Range at = Current().at;
  if (!panicking_) {
    errors_->push_back(std::move(diagnostic));
    panicking_ = true;
    while (!At(Tok::Newline) && !At(Tok::End)) ++cursor_;
  }
  return New<NoneExpr>(at);
}

Expr* Parser::Unexpected(std::string_view wanted) {
  if (panicking_) return New<NoneExpr>(last_);
  return Fail(DK::UnexpectedToken, Current().at, {wanted, DescribeCurrent()});
}

// Ends a statement: at the Newline, or past it after an error.
void Parser::FinishLine() {
  if (!panicking_ && !At(Tok::Newline) && !At(Tok::End)) Unexpected("the end of the statement");
  panicking_ = false;
  if (At(Tok::Newline)) Advance();
}

bool Parser::TooDeep(std::string_view what) {
  if (nesting_ <= kMaxNesting) return false;
  Fail(DK::NestingTooDeep, Current().at, {what, std::to_string(kMaxNesting)});
  return true;
}

void Parser::ParseModule() {
  while (!At(Tok::End) && errors_->size() < kMaxErrors) ParseStatement(&ast_->body);
}

Result<std::shared_ptr<const Ast>> ParseFile(const SourceFile& file) {
  auto ast = std::make_shared<Ast>(file);
  diag::Diagnostics errors;
  std::vector<Token> tokens = Tokenize(ast->file, &errors);
  Parser(ast.get(), std::move(tokens), &errors).ParseModule();
  if (errors.empty()) return std::shared_ptr<const Ast>(std::move(ast));
  std::stable_sort(errors.begin(), errors.end(), [](const diag::Diagnostic& a, const diag::Diagnostic& b) {
    return a.span->line < b.span->line;
  });
  // What follows the first error of a line is rarely an error of its own.
  auto same_line = [](const diag::Diagnostic& a, const diag::Diagnostic& b) {
    return a.span->line == b.span->line;
  };
  errors.erase(std::unique(errors.begin(), errors.end(), same_line), errors.end());
  if (errors.size() > kMaxErrors) errors.erase(errors.begin() + kMaxErrors, errors.end());
  return Failure(std::move(errors));
}

}  // namespace tirx::script
