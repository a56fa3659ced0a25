// SPDX-License-Identifier: Apache-2.0
#include "arith/rewrite_rules.h"

#include <algorithm>

#include "arith/interval.h"
#include "arith/linear.h"
#include "ir/arith.h"

namespace tirx::arith {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

using Kind = RuleText::Kind;

constexpr RuleTypes kAny = RuleTypes::Any, kExact = RuleTypes::Exact;

// clang-format off
constexpr RewriteRule kRules[] = {
    // Minimum and maximum.
    {"min(x, x)", "x"},
    {"max(x, x)", "x"},
    {"min(x, max(x, y))", "x"},
    {"max(x, min(x, y))", "x"},
    {"min(x, min(x, y))", "min(x, y)"},
    {"max(x, max(x, y))", "max(x, y)"},
    {"min(min(x, c), d)", "min(x, min(c, d))"},
    {"max(max(x, c), d)", "max(x, max(c, d))"},
    {"min(max(x, y), max(x, z))", "max(x, min(y, z))"},
    {"max(min(x, y), min(x, z))", "min(x, max(y, z))"},
    {"min(x + c, y + c)", "min(x, y) + c", kExact},
    {"max(x + c, y + c)", "max(x, y) + c", kExact},
    {"min(x * c, y * c)", "min(x, y) * c", kExact, "c > 0"},
    {"max(x * c, y * c)", "max(x, y) * c", kExact, "c > 0"},
    {"min(x * c, y * c)", "max(x, y) * c", kExact, "c < 0"},
    {"max(x * c, y * c)", "min(x, y) * c", kExact, "c < 0"},
    {"min(-x, -y)", "-max(x, y)", kExact},
    {"max(-x, -y)", "-min(x, y)", kExact},
    {"min(x, y) + max(x, y)", "x + y"},
    {"min(x // c, y // c)", "min(x, y) // c", RuleTypes::Integer, "c > 0"},
    {"max(x // c, y // c)", "max(x, y) // c", RuleTypes::Integer, "c > 0"},
    // Selection.
    {"select(not p, x, y)", "select(p, y, x)", kAny},
    {"select(p, select(p, x, y), z)", "select(p, x, z)", kAny},
    {"select(p, x, select(p, y, z))", "select(p, x, z)", kAny},
    {"select(p, true, false)", "p"},
    {"select(p, false, true)", "not p"},
    {"select(x < y, x, y)", "min(x, y)"},
    {"select(x <= y, x, y)", "min(x, y)"},
    {"select(x < y, y, x)", "max(x, y)"},
    {"select(x <= y, y, x)", "max(x, y)"},
    // Logic; `and` and `or` are lazy, so what stands to the right may be left out, not moved to the left.
    {"p and not p", "false"},
    {"not p and p", "false"},
    {"p or not p", "true"},
    {"not p or p", "true"},
    {"p and (p and q)", "p and q"},
    {"(p and q) and p", "p and q"},
    {"(p and q) and q", "p and q"},
    {"p or (p or q)", "p or q"},
    {"(p or q) or p", "p or q"},
    {"(p or q) or q", "p or q"},
    {"p and (p or q)", "p"},
    {"(p or q) and p", "p"},
    {"p or (p and q)", "p"},
    {"(p and q) or p", "p"},
    {"not not p", "p"},
    {"p & true", "p"},
    {"p & false", "false"},
    {"p | true", "true"},
    {"p | false", "p"},
    {"p ^ true", "not p"},
    {"p ^ false", "p"},
    // Comparison.
    {"min(x, y) <= x", "true"},
    {"max(x, y) >= x", "true"},
    {"min(x, y) > x", "false"},
    {"max(x, y) < x", "false"},
    {"min(x, y) < x", "y < x"},
    {"max(x, y) > x", "y > x"},
    {"min(x, y) == x", "x <= y"},
    {"max(x, y) == x", "x >= y"},
    {"min(x, y) != x", "x > y"},
    {"max(x, y) != x", "x < y"},
    {"x - y == 0", "x == y"},
    {"x - y != 0", "x != y"},
    {"x ^ y == 0", "x == y"},
    {"x + y == x", "y == 0"},
    {"x + y != x", "y != 0"},
    {"x // c < d", "x < d * c", kExact, "c > 0"},
    {"x // c >= d", "x >= d * c", kExact, "c > 0"},
    {"x // c > d", "x >= (d + 1) * c", kExact, "c > 0"},
    {"x // c <= d", "x < (d + 1) * c", kExact, "c > 0"},
    {"x % c == x", "0 <= x and x < c", RuleTypes::Integer, "c > 0"},
    // Division and remainder.
    {"x % 1", "0"},
    {"x % -1", "0", kExact},
    {"truncmod(x, 1)", "0"},
    {"truncmod(x, -1)", "0", kExact},
    {"x // -1", "-x", kExact},
    {"truncdiv(x, -1)", "-x", kExact},
    {"truncdiv(truncdiv(x, c), d)", "truncdiv(x, c * d)", kExact},
    {"truncmod(truncmod(x, c), d)", "truncmod(x, d)", RuleTypes::Integer, "d > 0 and c % d == 0"},
    {"x - x // c * c", "x % c", kExact},
    {"x - truncdiv(x, c) * c", "truncmod(x, c)", kExact},
    {"(-x) % 2", "x % 2", kExact},
    // Bits.
    {"x & 0", "0"},
    {"x & -1", "x"},
    {"x | 0", "x"},
    {"x | -1", "-1"},
    {"x ^ 0", "x"},
    {"x & x", "x"},
    {"x | x", "x"},
    {"x ^ x", "0"},
    {"x & ~x", "0"},
    {"x & (x | y)", "x"},
    {"x | (x & y)", "x"},
    {"x & (x & y)", "x & y"},
    {"x | (x | y)", "x | y"},
    {"x ^ (x ^ y)", "y"},
    {"(x & c) & d", "x & (c & d)"},
    {"(x | c) | d", "x | (c | d)"},
    {"(x ^ c) ^ d", "x ^ (c ^ d)"},
    {"~~x", "x"},
    {"~x + 1", "-x", kExact},
    {"x + ~x", "-1", kExact},
};
// clang-format on

// Sets of expressions by what stands at their root: operators, selects, integer constants, all others.
using Roots = uint64_t;
constexpr int kBinaryRoots = 32, kUnaryRoots = 8, kSelectRoot = kBinaryRoots + kUnaryRoots;
constexpr Roots kConstants = Roots(1) << (kSelectRoot + 1), kOthers = kConstants << 1, kAnyRoot = ~Roots(0);

int RootOf(BinaryOp op) {
  return int(op);
}
int RootOf(UnaryOp op) {
  return kBinaryRoots + int(op);
}

struct ReadRule {
  const RewriteRule* row;
  RuleText pattern, result;
  std::optional<RuleText> where;
  int commuting;      // operations of the pattern whose operands may be exchanged
  Roots a, b;         // what the operands of the root may be
  bool may_exchange;  // those two
};

// The operation with its operands exchanged, or nothing when that is another value.
std::optional<BinaryOp> Exchanged(BinaryOp op) {
  switch (op) {
    case BinaryOp::LT:
      return BinaryOp::GT;
    case BinaryOp::GT:
      return BinaryOp::LT;
    case BinaryOp::LE:
      return BinaryOp::GE;
    case BinaryOp::GE:
      return BinaryOp::LE;
    case BinaryOp::Add:
    case BinaryOp::Mul:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return op;
    default:
      return std::nullopt;
  }
}

bool MayBe(RuleTypes types, DType t) {
  if (t.lanes != 1) return false;
  if (types == RuleTypes::Exact) return IsExact(t);
  return types == RuleTypes::Any || IsInteger(t);
}

// Matches one expression; bit k of `order` says whether the k-th operation that commutes is looked at
// mirrored.
class Matcher {
 public:
  Matcher(const ReadRule& rule, unsigned order) : rule_(rule), order_(order) {}

  bool Match(const Expr& e) { return MatchNode(rule_.pattern.root(), e) && Holds(); }
  std::optional<Expr> Result() { return Instantiate(rule_.result, bindings_, dtype_); }

 private:
  bool MatchNode(const RuleText::Node& node, const Expr& e) {
    switch (node.kind) {
      case Kind::Value:
        return MayBe(rule_.row->types, e->dtype()) && SetType(e->dtype()) && Bind(node.letter, e);
      case Kind::Condition:
        return IsBool(e->dtype()) && e->dtype().lanes == 1 && Bind(node.letter, e);
      case Kind::Constant:
        return e.as<IntImmNode>() && MayBe(rule_.row->types, e->dtype()) && SetType(e->dtype()) &&
               Bind(node.letter, e);
      case Kind::Number:
        return IsInteger(e->dtype()) && ConstInt(e) == ConstInt(MakeConst(e->dtype(), node.number));
      case Kind::Truth:
        return IsBool(e->dtype()) && ConstInt(e) == node.number;
      case Kind::Unary: {
        auto* unary = e.as<UnaryNode>();
        return unary && unary->op == node.unary && MatchOperand(node, 0, unary->a);
      }
      case Kind::Select: {
        auto* select = e.as<SelectNode>();
        return select && MatchOperand(node, 0, select->condition) &&
               MatchOperand(node, 1, select->then_value) && MatchOperand(node, 2, select->else_value);
      }
      case Kind::Binary:
        return MatchBinary(node, e.as<BinaryNode>());
    }
    return false;
  }

  bool MatchBinary(const RuleText::Node& node, const BinaryNode* e) {
    auto mirrored = Exchanged(node.binary);
    bool mirror = mirrored && (order_ >> seen_++ & 1);
    if (!e || e->op != (mirror ? *mirrored : node.binary)) return false;
    return MatchOperand(node, 0, mirror ? e->b : e->a) && MatchOperand(node, 1, mirror ? e->a : e->b);
  }

  bool MatchOperand(const RuleText::Node& node, size_t i, const Expr& e) {
    return MatchNode(rule_.pattern.nodes[size_t(node.operands[i])], e);
  }

  bool Bind(char letter, const Expr& e) {
    Expr& bound = bindings_[letter];
    if (bound.defined()) return SameValue(bound, e);
    bound = e;
    return true;
  }

  bool SetType(DType t) {
    bool fits = IsVoid(dtype_) || dtype_ == t;
    dtype_ = t;
    return fits;
  }

  bool Holds() {
    if (!rule_.where) return true;
    auto condition = Instantiate(*rule_.where, bindings_, dtype_);
    return condition && ConstInt(*condition) == 1;
  }

  const ReadRule& rule_;
  unsigned order_;
  int seen_ = 0;
  RuleBindings bindings_;
  DType dtype_ = Void();
};

Roots RootsOf(const RuleText::Node& node) {
  switch (node.kind) {
    case Kind::Value:
    case Kind::Condition:
      return kAnyRoot;
    case Kind::Constant:
    case Kind::Number:
    case Kind::Truth:
      return kConstants;
    case Kind::Unary:
      return Roots(1) << RootOf(node.unary);
    case Kind::Select:
      return Roots(1) << kSelectRoot;
    case Kind::Binary:
      break;
  }
  return Roots(1) << RootOf(node.binary) | Roots(1) << RootOf(Exchanged(node.binary).value_or(node.binary));
}

Roots RootsOf(const Expr& e) {
  if (auto* binary = e.as<BinaryNode>()) return Roots(1) << RootOf(binary->op);
  if (auto* unary = e.as<UnaryNode>()) return Roots(1) << RootOf(unary->op);
  if (e.as<SelectNode>()) return Roots(1) << kSelectRoot;
  return e.as<IntImmNode>() ? kConstants : kOthers;
}

ReadRule Read(const RewriteRule& row) {
  ReadRule rule{
      &row, ReadRuleText(row.pattern), ReadRuleText(row.result), std::nullopt, 0, kAnyRoot, kAnyRoot, false};
  if (!row.where.empty()) rule.where = ReadRuleText(row.where);
  for (const RuleText::Node& node : rule.pattern.nodes)
    rule.commuting += node.kind == Kind::Binary && Exchanged(node.binary);
  const RuleText::Node& root = rule.pattern.root();
  auto operand = [&](size_t i) { return RootsOf(rule.pattern.nodes[size_t(root.operands[i])]); };
  rule.a = operand(0);
  if (root.operands.size() > 1) rule.b = operand(1);
  rule.may_exchange = root.kind == Kind::Binary && Exchanged(root.binary);
  return rule;
}

// By the root of the pattern.
struct RuleIndex {
  std::vector<ReadRule> rules;
  std::vector<const ReadRule*> by_root[kSelectRoot + 1];
};

const RuleIndex& Index() {
  static const auto* index = [] {
    auto* made = new RuleIndex;
    for (const RewriteRule& row : kRules) made->rules.push_back(Read(row));
    for (const ReadRule& rule : made->rules) {
      Roots roots = RootsOf(rule.pattern.root());
      for (size_t root = 0; root <= kSelectRoot; ++root)
        if (roots >> root & 1) made->by_root[root].push_back(&rule);
    }
    return made;
  }();
  return *index;
}

}  // namespace

std::span<const RewriteRule> RewriteRules() {
  return kRules;
}

std::optional<Expr> RewriteByRule(const Expr& e) {
  auto* binary = e.as<BinaryNode>();
  auto* unary = e.as<UnaryNode>();
  auto* select = e.as<SelectNode>();
  if (!binary && !unary && !select) return std::nullopt;
  int root = binary ? RootOf(binary->op) : unary ? RootOf(unary->op) : kSelectRoot;
  Roots a = RootsOf(binary ? binary->a : unary ? unary->a : select->condition);
  Roots b = binary ? RootsOf(binary->b) : select ? RootsOf(select->then_value) : kAnyRoot;
  for (const ReadRule* rule : Index().by_root[root]) {
    bool may_match = (a & rule->a && b & rule->b) || (rule->may_exchange && a & rule->b && b & rule->a);
    if (!may_match) continue;
    for (unsigned order = 0; order < 1u << rule->commuting; ++order) {
      Matcher matcher(*rule, order);
      if (!matcher.Match(e)) continue;
      if (auto result = matcher.Result()) return result;
    }
  }
  return std::nullopt;
}

}  // namespace tirx::arith
