// SPDX-License-Identifier: Apache-2.0
// Expressions, by Python's precedence (The Python Language Reference, section 6.17).
#include <algorithm>

#include "script/hints.h"
#include "script/lexer.h"
#include "script/parser_state.h"

namespace tirx::script {
namespace {

// Binary operators from `|` (loosest) to `*`; `**` is part of the unary level.
int Precedence(Tok op) {
  switch (op) {
    case Tok::Pipe:
      return 1;
    case Tok::Caret:
      return 2;
    case Tok::Ampersand:
      return 3;
    case Tok::ShiftLeft:
    case Tok::ShiftRight:
      return 4;
    case Tok::Plus:
    case Tok::Minus:
      return 5;
    case Tok::Star:
    case Tok::Slash:
    case Tok::FloorDiv:
    case Tok::Percent:
    case Tok::At:
      return 6;
    default:
      return 0;
  }
}

}  // namespace

bool Parser::AtExpressionStart() const {
  switch (Current().kind) {
    case Tok::Name:
    case Tok::Int:
    case Tok::Float:
    case Tok::Imaginary:
    case Tok::String:
    case Tok::LeftParen:
    case Tok::LeftBracket:
    case Tok::LeftBrace:
    case Tok::Minus:
    case Tok::Plus:
    case Tok::Tilde:
    case Tok::Star:
    case Tok::Ellipsis:
    case Tok::KwNone:
    case Tok::KwTrue:
    case Tok::KwFalse:
    case Tok::KwNot:
    case Tok::KwLambda:
    case Tok::KwYield:
    case Tok::KwAwait:
      return true;
    default:
      return false;
  }
}

Expr* Parser::ParseExpressionList(std::string_view context) {
  if (!AtExpressionStart()) return Unexpected(context);
  Range start = Current().at;
  Expr* first = ParseStarOrNamed();
  if (!At(Tok::Comma)) return first;
  auto* tuple = New<TupleExpr>(start);
  tuple->items.push_back(first);
  while (Accept(Tok::Comma) && AtExpressionStart()) tuple->items.push_back(ParseStarOrNamed());
  return Finish(tuple, tuple->items);
}

Expr* Parser::ParseStarOrNamed() {
  if (!At(Tok::Star)) return ParseNamedExpression();
  auto* star = New<StarredExpr>(Advance().at);
  star->value = ParseBinary(1);
  return Finish(star, {star->value});
}

Expr* Parser::ParseNamedExpression() {
  if (!At(Tok::Name) || Next().kind != Tok::Walrus) return ParseExpression();
  auto* walrus = New<WalrusExpr>(Current().at);
  walrus->name = ExpectName("before `:=`");
  Advance();
  walrus->value = ParseExpression();
  return Finish(walrus, {walrus->value});
}

Expr* Parser::ParseExpression() {
  Nesting nesting(this);
  if (TooDeep("this expression")) return New<NoneExpr>(last_);
  if (At(Tok::KwLambda)) return ParseLambda();
  if (At(Tok::KwYield)) return ParseUnsupported("yield");
  Range start = Current().at;
  Expr* value = ParseOr();
  if (!Accept(Tok::KwIf)) return value;
  auto* conditional = New<ConditionalExpr>(start);
  conditional->then_value = value;
  conditional->condition = ParseOr();
  Expect(Tok::KwElse, "of the conditional expression");
  conditional->else_value = ParseExpression();
  return Finish(conditional, {conditional->then_value, conditional->condition, conditional->else_value});
}

Expr* Parser::ParseUnsupported(std::string what) {
  auto* node = New<UnsupportedExpr>(Advance().at);
  node->what = std::move(what);
  Accept(Tok::KwFrom);
  if (AtExpressionStart()) ParseExpressionList("an expression");
  return Finish(node, {});
}

Expr* Parser::ParseLambda() {
  auto* lambda = New<LambdaExpr>(Advance().at);
  lambda->parameters = ParseParameters(Tok::Colon, false);
  Expect(Tok::Colon, "of the lambda");
  lambda->body = ParseExpression();
  return Finish(lambda, {lambda->body});
}

Expr* Parser::ParseOr() {
  Range start = Current().at;
  Expr* first = ParseAnd();
  if (!At(Tok::KwOr)) return first;
  auto* node = New<BoolOpExpr>(start);
  node->is_and = false;
  node->values.push_back(first);
  while (Accept(Tok::KwOr)) node->values.push_back(ParseAnd());
  return Finish(node, node->values);
}

Expr* Parser::ParseAnd() {
  Range start = Current().at;
  Expr* first = ParseNot();
  if (!At(Tok::KwAnd)) return first;
  auto* node = New<BoolOpExpr>(start);
  node->values.push_back(first);
  while (Accept(Tok::KwAnd)) node->values.push_back(ParseNot());
  return Finish(node, node->values);
}

Expr* Parser::ParseNot() {
  if (!At(Tok::KwNot)) return ParseComparison();
  Nesting nesting(this);
  if (TooDeep("this expression")) return New<NoneExpr>(last_);
  auto* node = New<UnaryExpr>(Advance().at);
  node->op = Tok::KwNot;
  node->operand = ParseNot();
  return Finish(node, {node->operand});
}

// Consumes a comparison operator, one or two tokens long.
bool Parser::AtCompareOp(CompareOp* op) {
  switch (Current().kind) {
    case Tok::Less:
      *op = CompareOp::Less;
      break;
    case Tok::LessEqual:
      *op = CompareOp::LessEqual;
      break;
    case Tok::Greater:
      *op = CompareOp::Greater;
      break;
    case Tok::GreaterEqual:
      *op = CompareOp::GreaterEqual;
      break;
    case Tok::Equal:
      *op = CompareOp::Equal;
      break;
    case Tok::NotEqual:
      *op = CompareOp::NotEqual;
      break;
    case Tok::KwIn:
      *op = CompareOp::In;
      break;
    case Tok::KwNot:
      if (Next().kind != Tok::KwIn) return false;
      Advance();
      *op = CompareOp::NotIn;
      break;
    case Tok::KwIs:
      *op = CompareOp::Is;
      if (Next().kind == Tok::KwNot) {
        Advance();
        *op = CompareOp::IsNot;
      }
      break;
    default:
      return false;
  }
  Advance();
  return true;
}

Expr* Parser::ParseComparison() {
  Range start = Current().at;
  Expr* left = ParseBinary(1);
  CompareOp op;
  if (!AtCompareOp(&op)) return left;
  auto* node = New<CompareExpr>(start);
  node->left = left;
  ExprList operands{left};
  do {
    node->rest.emplace_back(op, ParseBinary(1));
    operands.push_back(node->rest.back().second);
  } while (AtCompareOp(&op));
  return Finish(node, operands);
}

Expr* Parser::ParseBinary(int least_precedence) {
  Range start = Current().at;
  Expr* left = ParseUnary();
  for (int p = Precedence(Current().kind); p >= least_precedence && p > 0; p = Precedence(Current().kind)) {
    auto* node = New<BinaryExpr>(start);
    node->op = Advance().kind;
    node->left = left;
    node->right = ParseBinary(p + 1);
    left = Finish(node, {node->left, node->right});
  }
  return left;
}

Expr* Parser::ParseUnary() {
  if (At(Tok::Minus) || At(Tok::Plus) || At(Tok::Tilde)) {
    Nesting nesting(this);
    if (TooDeep("this expression")) return New<NoneExpr>(last_);
    auto* node = New<UnaryExpr>(Current().at);
    node->op = Advance().kind;
    node->operand = ParseUnary();
    return Finish(node, {node->operand});
  }
  Range start = Current().at;
  Expr* base = ParsePostfix();
  if (!Accept(Tok::Power)) return base;
  Nesting nesting(this);
  if (TooDeep("this expression")) return base;
  auto* node = New<BinaryExpr>(start);
  node->op = Tok::Power;
  node->left = base;
  node->right = ParseUnary();
  return Finish(node, {node->left, node->right});
}

Expr* Parser::ParsePostfix() {
  if (At(Tok::KwAwait)) return ParseUnsupported("await");
  Expr* value = ParseAtom();
  while (!panicking_) {
    if (At(Tok::LeftParen)) {
      value = ParseCall(value);
    } else if (At(Tok::LeftBracket)) {
      value = ParseSubscript(value);
    } else if (Accept(Tok::Dot)) {
      auto* node = New<AttributeExpr>(value->at);
      node->value = value;
      node->name = ExpectName("after `.`");
      value = Finish(node, {node->value});
    } else {
      break;
    }
  }
  return value;
}

Expr* Parser::ParseCall(Expr* callee) {
  auto* node = New<CallExpr>(callee->at);
  node->callee = callee;
  Advance();
  ParseArguments(&node->arguments, &node->keywords);
  ExprList operands = node->arguments;
  operands.push_back(callee);
  for (const Keyword& keyword : node->keywords) operands.push_back(keyword.value);
  return Finish(node, operands);
}

// After the opening parenthesis, through the closing one.
void Parser::ParseArguments(ExprList* arguments, std::vector<Keyword>* keywords) {
  while (!panicking_ && !At(Tok::RightParen)) {
    Range start = Current().at;
    if (Accept(Tok::Power)) {
      keywords->push_back({{"", start}, ParseExpression()});
    } else if (At(Tok::Name) && Next().kind == Tok::Assign) {
      Identifier name = ExpectName("of the argument");
      bool repeated = std::any_of(keywords->begin(), keywords->end(),
                                  [&](const Keyword& other) { return other.name.text == name.text; });
      if (repeated) return void(Fail(DK::RepeatedArgument, name.at, {"this call", name.text}));
      Advance();
      keywords->push_back({name, ParseExpression()});
    } else {
      if (!AtExpressionStart()) {
        Unexpected("an argument or `)`");
        return;
      }
      if (!keywords->empty() && !At(Tok::Star)) {
        Fail(DK::PositionalAfterKeyword, start, {});
        return;
      }
      Expr* argument = ParseStarOrNamed();
      if (At(Tok::KwFor) || At(Tok::KwAsync)) {
        arguments->push_back(ParseComprehension(ComprehensionExpr::Result::Generator, argument, nullptr,
                                                start, Tok::RightParen));
        return;
      }
      arguments->push_back(argument);
    }
    if (!Accept(Tok::Comma)) break;
  }
  Expect(Tok::RightParen, "or `,` after an argument");
}

Expr* Parser::ParseSubscript(Expr* value) {
  auto* node = New<SubscriptExpr>(value->at);
  node->value = value;
  Advance();
  Range start = Current().at;
  node->index = ParseSubscriptItem();
  if (At(Tok::Comma)) {
    auto* tuple = New<TupleExpr>(start);
    tuple->items.push_back(node->index);
    while (Accept(Tok::Comma) && !At(Tok::RightBracket)) tuple->items.push_back(ParseSubscriptItem());
    node->index = Finish(tuple, tuple->items);
  }
  Expect(Tok::RightBracket, "or `,` after an index");
  return Finish(node, {node->value, node->index});
}

Expr* Parser::ParseSubscriptItem() {
  Range start = Current().at;
  Expr* lower = nullptr;
  if (!At(Tok::Colon)) {
    if (!AtExpressionStart()) return Unexpected("an index or a slice");
    lower = ParseStarOrNamed();
    if (!At(Tok::Colon)) return lower;
  }
  auto* slice = New<SliceExpr>(start);
  slice->lower = lower;
  Accept(Tok::Colon);
  if (AtExpressionStart()) slice->upper = ParseExpression();
  if (Accept(Tok::Colon) && AtExpressionStart()) slice->step = ParseExpression();
  return Finish(slice, {slice->lower, slice->upper, slice->step});
}

Expr* Parser::ParseAtom() {
  const Token& token = Current();
  if (panicking_) return New<NoneExpr>(token.at);
  switch (token.kind) {
    case Tok::Name: {
      auto* name = New<NameExpr>(token.at);
      name->id = token.text;
      Advance();
      return name;
    }
    case Tok::Int:
    case Tok::Float:
      return ParseNumber();
    case Tok::Imaginary:
      return ParseUnsupported("an imaginary number");
    case Tok::String:
      return ParseStrings();
    case Tok::LeftParen:
      return ParseParenthesized();
    case Tok::LeftBracket:
      return ParseListDisplay();
    case Tok::LeftBrace:
      return ParseBraceDisplay();
    case Tok::KwNone:
      return New<NoneExpr>(Advance().at);
    case Tok::Ellipsis:
      return New<EllipsisExpr>(Advance().at);
    case Tok::KwTrue:
    case Tok::KwFalse: {
      auto* value = New<BoolExpr>(token.at);
      value->value = Advance().kind == Tok::KwTrue;
      return value;
    }
    default:
      return Unexpected("an expression");
  }
}

Expr* Parser::ParseNumber() {
  Token token = Advance();
  if (token.kind == Tok::Float) {
    auto* node = New<FloatExpr>(token.at);
    node->value = DecodeFloat(token.text);
    return node;
  }
  auto* node = New<IntExpr>(token.at);
  IntegerLiteral literal = DecodeInteger(token.text);
  node->value = literal.value;
  node->fits = literal.fits;
  return node;
}

// Neighbouring literals are one string.
Expr* Parser::ParseStrings() {
  auto* node = New<StringExpr>(Current().at);
  auto* formatted = New<FormattedExpr>(node->at);
  bool is_formatted = false, is_bytes = false;
  while (At(Tok::String) && !panicking_) {
    Token token = Advance();
    StringLiteral literal = DecodeString(ast_->file, token, errors_);
    is_bytes |= literal.bytes;
    is_formatted |= literal.formatted;
    if (literal.formatted) {
      ParseFormatted(token, formatted);
    } else {
      node->value += literal.value;
      formatted->parts.push_back({literal.value});
    }
  }
  if (is_formatted) return Finish(formatted, {});
  if (!is_bytes) return Finish(node, {});
  auto* refused = New<UnsupportedExpr>(node->at);
  refused->what = "a bytes literal";
  return Finish(refused, {});
}

Expr* Parser::ParseParenthesized() {
  Range start = Advance().at;
  if (Accept(Tok::RightParen)) return Finish(New<TupleExpr>(start), {});
  if (!AtExpressionStart()) return Unexpected("an expression or `)`");
  Expr* first = ParseStarOrNamed();
  if (At(Tok::KwFor) || At(Tok::KwAsync)) {
    return ParseComprehension(ComprehensionExpr::Result::Generator, first, nullptr, start, Tok::RightParen);
  }
  if (!At(Tok::Comma)) {
    Expect(Tok::RightParen, "or `,`");
    first->at = Since(start);  // a caret under a parenthesized operand shows its parentheses too
    return first;
  }
  auto* tuple = New<TupleExpr>(start);
  tuple->items.push_back(first);
  while (Accept(Tok::Comma) && AtExpressionStart()) tuple->items.push_back(ParseStarOrNamed());
  Expect(Tok::RightParen, "or `,` in the tuple");
  return Finish(tuple, tuple->items);
}

Expr* Parser::ParseListDisplay() {
  Range start = Advance().at;
  auto* list = New<ListExpr>(start);
  if (AtExpressionStart()) {
    list->items.push_back(ParseStarOrNamed());
    if (At(Tok::KwFor) || At(Tok::KwAsync)) {
      return ParseComprehension(ComprehensionExpr::Result::List, list->items[0], nullptr, start,
                                Tok::RightBracket);
    }
    while (Accept(Tok::Comma) && AtExpressionStart()) list->items.push_back(ParseStarOrNamed());
  }
  Expect(Tok::RightBracket, "or `,` in the list");
  return Finish(list, list->items);
}

Expr* Parser::ParseBraceDisplay() {
  Range start = Advance().at;
  if (At(Tok::RightBrace) || At(Tok::Power)) return ParseDictRest(start, New<DictExpr>(start), nullptr);
  if (!AtExpressionStart()) return Unexpected("an expression or `}`");
  Expr* first = ParseStarOrNamed();
  if (At(Tok::Colon)) return ParseDictRest(start, New<DictExpr>(start), first);
  if (At(Tok::KwFor) || At(Tok::KwAsync)) {
    return ParseComprehension(ComprehensionExpr::Result::Set, first, nullptr, start, Tok::RightBrace);
  }
  auto* set = New<SetExpr>(start);
  set->items.push_back(first);
  while (Accept(Tok::Comma) && AtExpressionStart()) set->items.push_back(ParseStarOrNamed());
  Expect(Tok::RightBrace, "or `,` in the set");
  return Finish(set, set->items);
}

// Entries up to the closing brace; `first_key` has been read when not null.
Expr* Parser::ParseDictRest(const Range& start, DictExpr* dict, Expr* first_key) {
  ExprList operands;
  while (!panicking_ && (first_key || !At(Tok::RightBrace))) {
    Expr* key = nullptr;
    if (!first_key && Accept(Tok::Power)) {
      dict->items.emplace_back(nullptr, ParseBinary(1));
    } else {
      key = first_key ? first_key : ParseExpression();
      Expect(Tok::Colon, "after the key");
      Expr* value = ParseExpression();
      if (first_key && (At(Tok::KwFor) || At(Tok::KwAsync))) {
        return ParseComprehension(ComprehensionExpr::Result::Dict, key, value, start, Tok::RightBrace);
      }
      dict->items.emplace_back(key, value);
    }
    first_key = nullptr;
    operands.push_back(key);
    operands.push_back(dict->items.back().second);
    if (!Accept(Tok::Comma)) break;
  }
  Expect(Tok::RightBrace, "or `,` in the dict");
  return Finish(dict, operands);
}

// At the first `for`; through the closing bracket.
Expr* Parser::ParseComprehension(ComprehensionExpr::Result result, Expr* element, Expr* value,
                                 const Range& start, Tok close) {
  auto* node = New<ComprehensionExpr>(start);
  node->result = result;
  node->element = element;
  node->value = value;
  ExprList operands{element, value};
  while (!panicking_ && (At(Tok::KwFor) || At(Tok::KwAsync))) {
    if (At(Tok::KwAsync)) return Fail(UnsupportedSyntax(SpanOf(ast_->file, Current().at), "async"));
    Advance();
    ComprehensionExpr::Clause clause;
    clause.target = ParseTargetList();
    Expect(Tok::KwIn, "of the comprehension");
    clause.iterable = ParseOr();
    operands.push_back(clause.iterable);
    while (Accept(Tok::KwIf)) clause.conditions.push_back(ParseOr());
    operands.insert(operands.end(), clause.conditions.begin(), clause.conditions.end());
    node->clauses.push_back(std::move(clause));
  }
  Expect(close, "after the comprehension");
  return Finish(node, operands);
}

// The targets of `for`: like an expression list, but `in` ends it.
Expr* Parser::ParseTargetList() {
  Range start = Current().at;
  auto parse_one = [this]() -> Expr* {
    if (!At(Tok::Star)) return ParsePostfix();
    auto* star = New<StarredExpr>(Advance().at);
    star->value = ParsePostfix();
    return Finish(star, {star->value});
  };
  Expr* first = parse_one();
  if (At(Tok::Comma)) {
    auto* tuple = New<TupleExpr>(start);
    tuple->items.push_back(first);
    while (Accept(Tok::Comma) && AtExpressionStart()) tuple->items.push_back(parse_one());
    first = Finish(tuple, tuple->items);
  }
  CheckTarget(first, "assign to");
  return first;
}

}  // namespace tirx::script
