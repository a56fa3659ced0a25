// SPDX-License-Identifier: Apache-2.0
// Statements (The Python Language Reference, chapters 7 and 8).
#include <algorithm>

#include "script/hints.h"
#include "script/parser.h"
#include "script/parser_state.h"

namespace tirx::script {
namespace {

// The operator of an augmented assignment, or End.
Tok AugmentedOp(Tok kind) {
  switch (kind) {
    case Tok::PlusAssign:
      return Tok::Plus;
    case Tok::MinusAssign:
      return Tok::Minus;
    case Tok::StarAssign:
      return Tok::Star;
    case Tok::SlashAssign:
      return Tok::Slash;
    case Tok::FloorDivAssign:
      return Tok::FloorDiv;
    case Tok::PercentAssign:
      return Tok::Percent;
    case Tok::PowerAssign:
      return Tok::Power;
    case Tok::ShiftLeftAssign:
      return Tok::ShiftLeft;
    case Tok::ShiftRightAssign:
      return Tok::ShiftRight;
    case Tok::AndAssign:
      return Tok::Ampersand;
    case Tok::OrAssign:
      return Tok::Pipe;
    case Tok::XorAssign:
      return Tok::Caret;
    case Tok::AtAssign:
      return Tok::At;
    default:
      return Tok::End;
  }
}

std::string_view DescribeTarget(ExprKind kind) {
  switch (kind) {
    case ExprKind::Call:
      return "the result of a call";
    case ExprKind::Binary:
    case ExprKind::Unary:
      return "the result of an operation";
    case ExprKind::Compare:
    case ExprKind::BoolOp:
      return "the result of a comparison";
    case ExprKind::None:
    case ExprKind::Bool:
    case ExprKind::Int:
    case ExprKind::Float:
    case ExprKind::String:
      return "a constant";
    default:
      return "this expression";
  }
}

}  // namespace

void Parser::ParseStatement(Block* block) {
  if (At(Tok::Newline)) {
    Advance();
    return;
  }
  if (At(Tok::Indent)) {
    Fail(DK::UnexpectedIndent, Next().at, {});
    panicking_ = false;
    // Parse what is indented, for its errors: the cursor stands at the end of its first line.
    if (At(Tok::Newline)) Advance();
    while (!At(Tok::Dedent) && !At(Tok::End) && errors_->size() < kMaxErrors) ParseStatement(block);
    if (At(Tok::Dedent)) Advance();
    return;
  }
  if (At(Tok::Dedent)) {  // left over after an error
    Advance();
    return;
  }
  Nesting nesting(this);
  if (TooDeep("this statement")) {
    FinishLine();
    return;
  }
  if (AtCompound()) {
    block->push_back(ParseCompound());
  } else {
    ParseSimpleStatements(block);
  }
}

void Parser::ParseSimpleStatements(Block* block) {
  do {
    block->push_back(ParseSimpleStatement());
  } while (Accept(Tok::Semicolon) && !At(Tok::Newline));
  FinishLine();
}

Stmt* Parser::ParseSimpleStatement() {
  switch (Current().kind) {
    case Tok::KwPass:
      return New<PassStmt>(Advance().at);
    case Tok::KwBreak:
      return New<BreakStmt>(Advance().at);
    case Tok::KwContinue:
      return New<ContinueStmt>(Advance().at);
    case Tok::KwReturn: {
      auto* stmt = New<ReturnStmt>(Advance().at);
      if (AtExpressionStart()) stmt->value = ParseExpressionList("a value");
      stmt->at = Since(stmt->at);
      return stmt;
    }
    case Tok::KwAssert:
      return ParseAssertion();
    case Tok::KwImport:
      return ParseImport();
    case Tok::KwFrom:
      return ParseFromImport();
    case Tok::KwRaise:
      return ParseUnsupportedSimple("raise");
    case Tok::KwDel:
      return ParseUnsupportedSimple("del");
    case Tok::KwGlobal:
      return ParseUnsupportedSimple("global");
    case Tok::KwNonlocal:
      return ParseUnsupportedSimple("nonlocal");
    default:
      return ParseExpressionStatement();
  }
}

Stmt* Parser::ParseUnsupportedSimple(std::string what) {
  auto* stmt = New<UnsupportedStmt>(Advance().at);
  stmt->what = std::move(what);
  if (AtExpressionStart()) ParseExpressionList("an expression");
  if (Accept(Tok::KwFrom)) ParseExpression();
  stmt->at = Since(stmt->at);
  return stmt;
}

Stmt* Parser::ParseAssertion() {
  auto* stmt = New<AssertStmt>(Advance().at);
  stmt->condition = ParseExpression();
  if (Accept(Tok::Comma)) stmt->message = ParseExpression();
  stmt->at = Since(stmt->at);
  return stmt;
}

Stmt* Parser::ParseExpressionStatement() {
  Range start = Current().at;
  Expr* first = ParseExpressionList("a statement");
  if (Tok op = AugmentedOp(Current().kind); op != Tok::End) {
    auto* stmt = New<AugAssignStmt>(start);
    CheckTarget(first, "assign to");
    Advance();
    stmt->target = first;
    stmt->op = op;
    stmt->value = ParseExpressionList("a value");
    stmt->at = Since(start);
    return stmt;
  }
  if (Accept(Tok::Colon)) {
    auto* stmt = New<AnnAssignStmt>(start);
    CheckTarget(first, "annotate");
    stmt->target = first;
    stmt->annotation = ParseExpression();
    if (Accept(Tok::Assign)) stmt->value = ParseExpressionList("a value");
    stmt->at = Since(start);
    return stmt;
  }
  if (!At(Tok::Assign)) {
    auto* stmt = New<ExprStmt>(first->at);
    stmt->value = first;
    return stmt;
  }
  auto* stmt = New<AssignStmt>(start);
  stmt->value = first;
  while (At(Tok::Assign) && !panicking_) {
    CheckTarget(stmt->value, "assign to");
    Accept(Tok::Assign);
    stmt->targets.push_back(stmt->value);
    stmt->value = ParseExpressionList("a value");
  }
  stmt->at = Since(start);
  return stmt;
}

void Parser::CheckTarget(const Expr* target, std::string_view how) {
  switch (target->kind) {
    case ExprKind::Name:
    case ExprKind::Attribute:
    case ExprKind::Subscript:
      return;
    case ExprKind::Starred:
      return CheckTarget(Cast<StarredExpr>(target).value, how);
    case ExprKind::Tuple:
      for (const Expr* item : Cast<TupleExpr>(target).items) CheckTarget(item, how);
      return;
    case ExprKind::List:
      for (const Expr* item : Cast<ListExpr>(target).items) CheckTarget(item, how);
      return;
    default:
      Fail(DK::BadAssignmentTarget, target->at, {how, DescribeTarget(target->kind)});
  }
}

// ---- imports ----

std::string Parser::ParseDottedName() {
  std::string name(ExpectName("of a module").text);
  while (Accept(Tok::Dot)) name += "." + std::string(ExpectName("after `.`").text);
  return name;
}

Stmt* Parser::ParseImport() {
  auto* stmt = New<ImportStmt>(Advance().at);
  do {
    Range start = Current().at;
    std::string_view head = Current().text;
    ImportStmt::Item item;
    item.module = ParseDottedName();
    if (Accept(Tok::KwAs)) {
      item.bound = ExpectName("after `as`");
    } else {
      item.module = std::string(head);  // `import a.b` binds `a`
      item.bound = {head, start};
    }
    stmt->items.push_back(std::move(item));
  } while (Accept(Tok::Comma));
  stmt->at = Since(stmt->at);
  return stmt;
}

Stmt* Parser::ParseFromImport() {
  auto* stmt = New<ImportStmt>(Advance().at);
  std::string module;
  while (At(Tok::Dot) || At(Tok::Ellipsis)) module += Advance().text;
  if (!At(Tok::KwImport)) module += ParseDottedName();
  Expect(Tok::KwImport, "of `from ... import`");
  if (At(Tok::Star)) {
    Token star = Advance();
    stmt->items.push_back({module, "*", {star.text, star.at}});
    return stmt;
  }
  bool parenthesized = Accept(Tok::LeftParen);
  do {
    if (parenthesized && At(Tok::RightParen)) break;
    Identifier name = ExpectName("to import");
    ImportStmt::Item item{module, std::string(name.text), name};
    if (Accept(Tok::KwAs)) item.bound = ExpectName("after `as`");
    stmt->items.push_back(std::move(item));
  } while (Accept(Tok::Comma));
  if (parenthesized) Expect(Tok::RightParen, "or `,` after an imported name");
  stmt->at = Since(stmt->at);
  return stmt;
}

// ---- compound statements ----

// `match` is a name except where an expression statement could not go on.
bool Parser::AtMatchStatement() const {
  if (!At(Tok::Name) || Current().text != "match") return false;
  Tok next = Next().kind;
  return next == Tok::Name || next == Tok::Int || next == Tok::String || next == Tok::LeftBrace;
}

bool Parser::AtCompound() const {
  switch (Current().kind) {
    case Tok::KwIf:
    case Tok::KwFor:
    case Tok::KwWhile:
    case Tok::KwWith:
    case Tok::KwDef:
    case Tok::KwClass:
    case Tok::KwTry:
    case Tok::KwAsync:
    case Tok::At:
      return true;
    default:
      return AtMatchStatement();
  }
}

Stmt* Parser::ParseCompound() {
  switch (Current().kind) {
    case Tok::KwIf:
      return ParseIf();
    case Tok::KwFor:
      return ParseFor();
    case Tok::KwWhile:
      return ParseWhile();
    case Tok::KwWith:
      return ParseWith();
    case Tok::KwDef:
      return ParseFunction({});
    case Tok::KwClass:
      return ParseClass({});
    case Tok::KwTry:
      return ParseTry();
    case Tok::At:
      return ParseDecorated();
    case Tok::KwAsync: {
      auto* stmt = New<UnsupportedStmt>(Advance().at);
      stmt->what = "async";
      ParseStatement(&stmt->body);
      return stmt;
    }
    default:
      break;
  }
  auto* stmt = New<UnsupportedStmt>(Current().at);
  Fail(UnsupportedSyntax(SpanOf(ast_->file, Current().at), "match"));
  stmt->body = ParseBlock(stmt->at);
  return stmt;
}

// `: statements` on the same line, or an indented block. After an error in the header the block is still
// parsed.
Block Parser::ParseBlock(const Range& header) {
  Block block;
  bool same_line = Expect(Tok::Colon, "before the block") && !At(Tok::Newline);
  if (same_line) {
    ParseSimpleStatements(&block);
    return block;
  }
  bool failed = panicking_;
  FinishLine();
  if (!At(Tok::Indent)) {
    if (failed) return block;
    errors_->push_back(diag::Make(DK::MissingBlock, SpanOf(ast_->file, Current().at))
                           .WithNote(SpanOf(ast_->file, header), "after this line"));
    return block;
  }
  Advance();
  while (!At(Tok::Dedent) && !At(Tok::End)) ParseStatement(&block);
  if (At(Tok::Dedent)) Advance();
  return block;
}

Stmt* Parser::ParseIf() {
  auto* stmt = New<IfStmt>(Advance().at);
  stmt->condition = ParseNamedExpression();
  stmt->at = Since(stmt->at);
  stmt->then_body = ParseBlock(stmt->at);
  if (At(Tok::KwElif)) {
    Nesting nesting(this);
    if (TooDeep("this chain of `elif`")) {
      ParseBlock(stmt->at);
      return stmt;
    }
    stmt->else_body.push_back(ParseIf());
  } else {
    stmt->else_body = ParseElse();
  }
  return stmt;
}

// The block after `else`; empty when there is none.
Block Parser::ParseElse() {
  if (!At(Tok::KwElse)) return {};
  Range at = Advance().at;
  return ParseBlock(at);
}

Stmt* Parser::ParseFor() {
  auto* stmt = New<ForStmt>(Advance().at);
  stmt->target = ParseTargetList();
  Expect(Tok::KwIn, "of the loop");
  stmt->iterable = ParseExpressionList("something to iterate over");
  stmt->at = Since(stmt->at);
  stmt->body = ParseBlock(stmt->at);
  stmt->else_body = ParseElse();
  return stmt;
}

Stmt* Parser::ParseWhile() {
  auto* stmt = New<WhileStmt>(Advance().at);
  stmt->condition = ParseNamedExpression();
  stmt->at = Since(stmt->at);
  stmt->body = ParseBlock(stmt->at);
  stmt->else_body = ParseElse();
  return stmt;
}

// Whether what begins with a parenthesis is `with (a as b, c):`, a list of items and not a first item: it
// ends right before the colon.
bool Parser::AtParenthesizedItems() const {
  if (!At(Tok::LeftParen)) return false;
  int depth = 0;
  for (size_t offset = 0;; ++offset) {
    Tok kind = Next(offset).kind;
    if (kind == Tok::Newline || kind == Tok::End) return false;
    if (kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace) ++depth;
    if (kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace) --depth;
    if (depth == 0) return Next(offset + 1).kind == Tok::Colon;
  }
}

void Parser::ParseWithItem(WithStmt* stmt) {
  Expr* context = ParseExpression();
  Expr* target = nullptr;
  if (Accept(Tok::KwAs)) {
    target = ParsePostfix();
    CheckTarget(target, "assign to");
  }
  stmt->items.emplace_back(context, target);
}

Stmt* Parser::ParseWith() {
  auto* stmt = New<WithStmt>(Advance().at);
  if (AtParenthesizedItems()) {
    Advance();
    do {
      ParseWithItem(stmt);
    } while (Accept(Tok::Comma) && !At(Tok::RightParen));
    Expect(Tok::RightParen, "or `,` after a context");
  } else {
    do {
      ParseWithItem(stmt);
    } while (Accept(Tok::Comma));
  }
  stmt->at = Since(stmt->at);
  stmt->body = ParseBlock(stmt->at);
  return stmt;
}

Stmt* Parser::ParseTry() {
  auto* stmt = New<UnsupportedStmt>(Advance().at);
  stmt->what = "try";
  stmt->body = ParseBlock(stmt->at);
  while (At(Tok::KwExcept) || At(Tok::KwFinally) || At(Tok::KwElse)) {
    Range at = Advance().at;
    Accept(Tok::Star);
    if (AtExpressionStart()) ParseExpressionList("an exception");
    if (Accept(Tok::KwAs)) ExpectName("after `as`");
    Block clause = ParseBlock(at);
    stmt->body.insert(stmt->body.end(), clause.begin(), clause.end());
  }
  return stmt;
}

Stmt* Parser::ParseDecorated() {
  ExprList decorators;
  while (At(Tok::At)) {
    Advance();
    decorators.push_back(ParseNamedExpression());
    FinishLine();
  }
  if (At(Tok::KwDef)) return ParseFunction(std::move(decorators));
  if (At(Tok::KwClass)) return ParseClass(std::move(decorators));
  auto* stmt = New<UnsupportedStmt>(Current().at);
  if (At(Tok::KwAsync)) {
    Advance();
    stmt->what = "async";
    stmt->decorators = std::move(decorators);
    ParseStatement(&stmt->body);
    return stmt;
  }
  Unexpected("`def` or `class` after a decorator");
  FinishLine();
  return stmt;
}

Stmt* Parser::ParseFunction(ExprList decorators) {
  auto* stmt = New<FunctionDefStmt>(Advance().at);
  stmt->decorators = std::move(decorators);
  stmt->name = ExpectName("of the function");
  Expect(Tok::LeftParen, "after the name of the function");
  stmt->parameters = ParseParameters(Tok::RightParen, true);
  Expect(Tok::RightParen, "or `,` after a parameter");
  if (Accept(Tok::Arrow)) stmt->returns = ParseExpression();
  stmt->at = Since(stmt->at);
  stmt->body = ParseBlock(stmt->at);
  return stmt;
}

// Up to, and without, `close`.
std::vector<Parameter> Parser::ParseParameters(Tok close, bool annotated) {
  std::vector<Parameter> parameters;
  bool keyword_only = false, defaults = false;
  while (!panicking_ && !At(close)) {
    Parameter parameter;
    Range start = Current().at;
    if (Accept(Tok::Slash)) {
      for (Parameter& p : parameters) p.positional_only = true;
    } else if (At(Tok::Star) && Next().kind == Tok::Comma) {
      Advance();
      keyword_only = true;
    } else {
      if (Accept(Tok::Star)) {
        parameter.kind = Parameter::Kind::VarArgs;
      } else if (Accept(Tok::Power)) {
        parameter.kind = Parameter::Kind::VarKeywords;
      } else if (keyword_only) {
        parameter.kind = Parameter::Kind::KeywordOnly;
      }
      keyword_only |= parameter.kind == Parameter::Kind::VarArgs;
      parameter.name = ExpectName("of a parameter");
      if (annotated && Accept(Tok::Colon)) parameter.annotation = ParseExpression();
      if (Accept(Tok::Assign)) parameter.default_value = ParseExpression();
      bool same_name = std::any_of(parameters.begin(), parameters.end(),
                                   [&](const Parameter& p) { return p.name.text == parameter.name.text; });
      if (same_name) Fail(DK::DuplicateParameter, start, {parameter.name.text});
      if (parameter.kind == Parameter::Kind::Positional) {
        if (defaults && !parameter.default_value) Fail(DK::DefaultOrder, start, {parameter.name.text});
        defaults |= parameter.default_value != nullptr;
      }
      parameters.push_back(parameter);
    }
    if (!Accept(Tok::Comma)) break;
  }
  return parameters;
}

Stmt* Parser::ParseClass(ExprList decorators) {
  auto* stmt = New<ClassDefStmt>(Advance().at);
  stmt->decorators = std::move(decorators);
  stmt->name = ExpectName("of the class");
  if (Accept(Tok::LeftParen)) ParseArguments(&stmt->bases, &stmt->keywords);
  stmt->at = Since(stmt->at);
  stmt->body = ParseBlock(stmt->at);
  return stmt;
}

}  // namespace tirx::script
