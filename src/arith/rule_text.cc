// SPDX-License-Identifier: Apache-2.0
// Reading the text of rewrite rules, and building expressions from it.
#include <cctype>

#include "arith/rewrite_rules.h"
#include "base/check.h"
#include "ir/arith.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

using Kind = RuleText::Kind;

struct NamedOp {
  std::string_view name;
  BinaryOp op;
};
constexpr NamedOp kFunctions[] = {
    {"min", BinaryOp::Min}, {"max", BinaryOp::Max}, {"truncdiv", BinaryOp::Div}, {"truncmod", BinaryOp::Mod}};
// Longer symbols before their beginnings.
constexpr BinaryOp kInfix[] = {
    BinaryOp::Or,  BinaryOp::And, BinaryOp::LE,       BinaryOp::GE,     BinaryOp::EQ,    BinaryOp::NE,
    BinaryOp::Shl, BinaryOp::Shr, BinaryOp::FloorDiv, BinaryOp::LT,     BinaryOp::GT,    BinaryOp::Add,
    BinaryOp::Sub, BinaryOp::Mul, BinaryOp::FloorMod, BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor};

// Precedence climbing over the operators of ir/ops.def.
class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : text_(text) {}

  RuleText Read() {
    Infix(0);
    SkipBlanks();
    TIRX_CHECK(at_ == text_.size(), "rewrite rule `" + std::string(text_) + "` goes on after its end");
    return std::move(result_);
  }

 private:
  int Add(RuleText::Node node) {
    result_.nodes.push_back(std::move(node));
    return int(result_.nodes.size()) - 1;
  }
  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool Accept(std::string_view token) {
    SkipBlanks();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void Expect(std::string_view token) {
    TIRX_CHECK(Accept(token), "rewrite rule `" + std::string(text_) + "` lacks `" + std::string(token) + "`");
  }

  std::optional<BinaryOp> Operator(int at_least) {
    SkipBlanks();
    for (BinaryOp op : kInfix) {
      const OperatorInfo& info = InfoOf(op);
      if (text_.substr(at_, info.symbol.size()) != info.symbol) continue;
      return info.precedence > at_least ? std::optional(op) : std::nullopt;
    }
    return std::nullopt;
  }

  int Infix(int above) {
    int left = Prefix();
    while (auto op = Operator(above)) {
      at_ += InfoOf(*op).symbol.size();
      int right = Infix(InfoOf(*op).precedence);
      left = Add({.kind = Kind::Binary, .binary = *op, .operands = {left, right}});
    }
    return left;
  }

  int Prefix() {
    for (UnaryOp op : {UnaryOp::Not, UnaryOp::Neg, UnaryOp::BitNot}) {
      if (!Accept(InfoOf(op).symbol)) continue;
      if (op == UnaryOp::Neg && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
        int number = Primary();
        result_.nodes[size_t(number)].number *= -1;
        return number;
      }
      int operand = Infix(InfoOf(op).precedence);
      return Add({.kind = Kind::Unary, .unary = op, .operands = {operand}});
    }
    return Primary();
  }

  int Primary() {
    if (Accept("(")) {
      int inner = Infix(0);
      Expect(")");
      return inner;
    }
    size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    TIRX_CHECK(!word.empty(), "rewrite rule `" + std::string(text_) + "` lacks an operand");
    if (std::isdigit(static_cast<unsigned char>(word[0])))
      return Add({.kind = Kind::Number, .number = std::stoll(std::string(word))});
    if (word == "true" || word == "false") return Add({.kind = Kind::Truth, .number = word == "true"});
    if (word.size() == 1) {
      Kind kind = word[0] >= 'x' ? Kind::Value : word[0] >= 'p' ? Kind::Condition : Kind::Constant;
      return Add({.kind = kind, .letter = word[0]});
    }
    return Function(word);
  }

  int Function(std::string_view name) {
    std::vector<int> operands;
    Expect("(");
    do operands.push_back(Infix(0));
    while (Accept(","));
    Expect(")");
    for (const NamedOp& row : kFunctions)
      if (row.name == name) return Add({.kind = Kind::Binary, .binary = row.op, .operands = operands});
    TIRX_CHECK(name == "select", "rewrite rules have no function `" + std::string(name) + "`");
    return Add({.kind = Kind::Select, .operands = operands});
  }

  std::string_view text_;
  size_t at_ = 0;
  RuleText result_;
};

}  // namespace

RuleText ReadRuleText(std::string_view text) {
  return RuleReader(text).Read();
}

std::optional<Expr> Instantiate(const RuleText& text, RuleBindings bindings, DType dtype, bool fold) {
  std::vector<Expr> built;
  for (const RuleText::Node& node : text.nodes) {
    auto operand = [&](size_t i) { return built[size_t(node.operands[i])]; };
    switch (node.kind) {
      case Kind::Value:
      case Kind::Condition:
      case Kind::Constant:
        built.push_back(bindings[node.letter]);
        break;
      case Kind::Number:
        built.push_back(MakeConst(dtype, node.number));
        break;
      case Kind::Truth:
        built.push_back(MakeConst(Bool(), node.number));
        break;
      case Kind::Binary: {
        Expr a = operand(0), b = operand(1);
        Expr value = fold ? FoldBinary(node.binary, a, b) : Binary(node.binary, a, b);
        if (fold && ConstInt(a) && ConstInt(b) && !ConstInt(value)) return std::nullopt;
        built.push_back(value);
        break;
      }
      case Kind::Unary:
        built.push_back(fold ? FoldUnary(node.unary, operand(0)) : Unary(node.unary, operand(0)));
        break;
      case Kind::Select:
        built.push_back(Select(operand(0), operand(1), operand(2)));
        break;
    }
  }
  return built.back();
}

}  // namespace tirx::arith
