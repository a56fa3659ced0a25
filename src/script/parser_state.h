// SPDX-License-Identifier: Apache-2.0
// The recursive-descent parser. After an error the rest of the logical line is skipped: the cursor stands at
// its Newline, every further Expect fails silently, and dummy nodes are returned until the next statement
// begins.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "script/ast.h"

namespace tirx::script {

struct FormattedText;

class Parser {
 public:
  Parser(Ast* ast, std::vector<Token> tokens, diag::Diagnostics* errors);
  void ParseModule();

 private:
  // --- cursor (parser_state.cc) ---
  const Token& Current() const { return tokens_[cursor_]; }
  const Token& Next(size_t offset = 1) const;
  bool At(Tok kind) const { return Current().kind == kind; }
  Token Advance();
  bool Accept(Tok kind);
  bool Expect(Tok kind, std::string_view context);
  Identifier ExpectName(std::string_view context);
  Range Since(const Range& start) const { return Cover(start, last_); }

  // --- errors (parser_state.cc) ---
  Expr* Fail(diag::Kind kind, const Range& at, std::initializer_list<std::string_view> arguments);
  Expr* Fail(diag::Diagnostic diagnostic);
  Expr* Unexpected(std::string_view wanted);
  std::string DescribeCurrent() const;
  void FinishLine();

  // Limits recursion; false (and an error) when too deep.
  class Nesting {
   public:
    explicit Nesting(Parser* parser) : parser_(parser) { ++parser_->nesting_; }
    ~Nesting() { --parser_->nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser* parser_;
  };
  bool TooDeep(std::string_view what);

  template <class T>
  T* New(const Range& at) {
    return ast_->New<T>(at);
  }
  // Closes an expression: its range ends at the last token, its depth is one more than its deepest operand.
  template <class T>
  Expr* Finish(T* node, const ExprList& operands);

  // --- expressions (parse_expr.cc) ---
  Expr* ParseExpressionList(std::string_view context);  // tuples without parentheses, starred items
  Expr* ParseExpression();                              // with lambda and conditional
  Expr* ParseNamedExpression();                         // with walrus
  Expr* ParseStarOrNamed();
  Expr* ParseLambda();
  Expr* ParseOr();
  Expr* ParseAnd();
  Expr* ParseNot();
  Expr* ParseComparison();
  bool AtCompareOp(CompareOp* op);
  Expr* ParseBinary(int least_precedence);
  Expr* ParseUnary();
  Expr* ParsePostfix();
  Expr* ParseAtom();
  Expr* ParseNumber();
  Expr* ParseStrings();
  Expr* ParseParenthesized();
  Expr* ParseListDisplay();
  Expr* ParseBraceDisplay();
  Expr* ParseDictRest(const Range& start, DictExpr* dict, Expr* first_key);
  Expr* ParseComprehension(ComprehensionExpr::Result result, Expr* element, Expr* value, const Range& start,
                           Tok close);
  Expr* ParseTargetList();
  Expr* ParseCall(Expr* callee);
  void ParseArguments(ExprList* arguments, std::vector<Keyword>* keywords);
  Expr* ParseSubscript(Expr* value);
  Expr* ParseSubscriptItem();
  Expr* ParseUnsupported(std::string what);
  bool AtExpressionStart() const;

  // --- f-strings (parse_fstring.cc) ---
  void ParseFormatted(const Token& token, FormattedExpr* out);
  void ParseFormattedParts(FormattedText* in, int depth, FormattedExpr* out);
  void ParseField(FormattedText* in, int depth, std::string text, FormattedExpr* out);
  Expr* ParseFieldExpression(std::string_view source, const Range& at);

  // --- statements (parse_stmt.cc) ---
  void ParseStatement(Block* block);
  void ParseSimpleStatements(Block* block);
  Stmt* ParseSimpleStatement();
  Stmt* ParseExpressionStatement();
  Stmt* ParseAssertion();
  Stmt* ParseUnsupportedSimple(std::string what);
  Stmt* ParseCompound();
  Stmt* ParseIf();
  Stmt* ParseFor();
  Stmt* ParseWhile();
  Stmt* ParseWith();
  bool AtParenthesizedItems() const;
  void ParseWithItem(WithStmt* stmt);
  Block ParseElse();
  Stmt* ParseTry();
  Stmt* ParseDecorated();
  Stmt* ParseFunction(ExprList decorators);
  Stmt* ParseClass(ExprList decorators);
  std::vector<Parameter> ParseParameters(Tok close, bool annotated);
  Stmt* ParseImport();
  Stmt* ParseFromImport();
  std::string ParseDottedName();
  Block ParseBlock(const Range& header);
  bool AtCompound() const;
  bool AtMatchStatement() const;
  void CheckTarget(const Expr* target, std::string_view how);

  Ast* ast_;
  std::vector<Token> tokens_;
  size_t cursor_ = 0;
  Range last_;  // of the last consumed token
  bool panicking_ = false;
  int nesting_ = 0;
  diag::Diagnostics* errors_;
};

template <class T>
Expr* Parser::Finish(T* node, const ExprList& operands) {
  node->at = Since(node->at);
  for (const Expr* operand : operands) {
    if (operand) node->depth = std::max(node->depth, operand->depth + 1);
  }
  if (node->depth > kMaxNesting && !panicking_) {
    Fail(DK::NestingTooDeep, node->at, {"this expression", std::to_string(kMaxNesting)});
    node->depth = 1;
  }
  return node;
}

}  // namespace tirx::script
