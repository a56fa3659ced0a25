// SPDX-License-Identifier: Apache-2.0
// Every rewrite rule, evaluated on both sides at the limits of every type that it is for.
#include "arith/rewrite_rules.h"

#include <gtest/gtest.h>

#include <set>

#include "arith/analyzer.h"
#include "arith/evaluate_expr.h"
#include "backend/loader.h"
#include "ir/printer.h"

namespace tirx::arith {
namespace {

using namespace ir;  // NOLINT: tests are about IR

constexpr DType kTypes[] = {Int(8), Int(16), Int(32), Int(64), UInt(8), UInt(16), UInt(32), UInt(64)};

bool IsFor(const RewriteRule& rule, DType t) {
  return rule.types != RuleTypes::Exact || IsExact(t);
}

// As IntImm stores them: the ends of the type, both sides of zero, numbers with common factors.
std::vector<int64_t> Limits(DType t) {
  std::set<int64_t> values;
  int64_t least = int64_t(RangeOf(t).min), most = int64_t(RangeOf(t).max);
  for (int64_t value : {least, least + 1, least / 2, int64_t(-3), int64_t(-2), int64_t(-1), int64_t(0),
                        int64_t(1), int64_t(2), int64_t(6), most / 2, most - 1, most})
    values.insert(*ConstInt(IntImm(t, value)));
  return {values.begin(), values.end()};
}

std::vector<char> LettersOf(const RewriteRule& rule) {
  std::set<char> letters;
  for (std::string_view text : {rule.pattern, rule.result})
    for (const RuleText::Node& node : ReadRuleText(text).nodes)
      if (node.letter) letters.insert(node.letter);
  return {letters.begin(), letters.end()};
}

// A rule at one type: calls `check` with every choice of values for its letters.
class Choices {
 public:
  Choices(const RewriteRule& rule, DType t) : type_(t), letters_(LettersOf(rule)) {}

  template <class F>
  void ForEach(F check) {
    Choose(0, check);
  }

  RuleBindings bindings;
  Environment values;

 private:
  template <class F>
  void Choose(size_t k, F& check) {
    if (testing::Test::HasFailure()) return;
    if (k == letters_.size()) return check(*this);
    char letter = letters_[k];
    bool condition = letter == 'p' || letter == 'q', constant = letter == 'c' || letter == 'd';
    DType t = condition ? Bool() : type_;
    Var var(std::string(1, letter), t);
    if (!constant) bindings[letter] = var;
    for (int64_t value : condition ? std::vector<int64_t>{0, 1} : Limits(t)) {
      if (constant) {
        bindings[letter] = MakeConst(t, value);
      } else {
        values[var.get()] = value;
      }
      Choose(k + 1, check);
    }
  }

  DType type_;
  std::vector<char> letters_;
};

class RewriteRuleTest : public testing::TestWithParam<size_t> {
 protected:
  const RewriteRule& rule = RewriteRules()[GetParam()];
  RuleText pattern = ReadRuleText(rule.pattern), result = ReadRuleText(rule.result);

  bool Holds(const RuleBindings& bindings, DType t) const {
    if (rule.where.empty()) return true;
    auto condition = Instantiate(ReadRuleText(rule.where), bindings, t);
    return condition && ConstInt(*condition) == 1;
  }
};

TEST_P(RewriteRuleTest, KeepsTheValue) {
  int defined = 0;
  for (DType t : kTypes) {
    if (!IsFor(rule, t)) continue;
    Choices(rule, t).ForEach([&](Choices& choice) {
      if (!Holds(choice.bindings, t)) return;
      auto after = Instantiate(result, choice.bindings, t);
      if (!after) return;  // the rule does not apply
      Expr before = *Instantiate(pattern, choice.bindings, t, false);
      auto expected = Evaluate(before, choice.values);
      if (!expected) return;
      ++defined;
      EXPECT_EQ(Evaluate(*after, choice.values), expected) << Print(before) << " -> " << Print(*after);
    });
  }
  EXPECT_GT(defined, 3) << "the pattern is hardly ever defined";
}

// Rules are tried on everything and fire by themselves.
TEST_P(RewriteRuleTest, Fires) {
  backend::LoadAtStart();
  int fired = 0;
  for (DType t : kTypes) {
    if (!IsFor(rule, t)) continue;
    RuleBindings bindings;
    for (char letter : RuleBindings::kLetters)
      bindings[letter] = Var(std::string(1, letter), letter == 'p' || letter == 'q' ? Bool() : t);
    for (auto [c, d] : {std::pair(6, 3), std::pair(4, 8), std::pair(-6, 3)}) {
      bindings['c'] = MakeConst(t, c);
      bindings['d'] = MakeConst(t, d);
      if (!Holds(bindings, t) || !Instantiate(result, bindings, t)) continue;
      Expr before = *Instantiate(pattern, bindings, t, false), after = Analyzer().Simplify(before);
      EXPECT_FALSE(after.same_as(before)) << Print(before);
      EXPECT_LT(Print(after).size(), Print(before).size() + 8) << Print(before) << " -> " << Print(after);
      ++fired;
    }
  }
  EXPECT_GT(fired, 0);
}

std::string NameOf(const testing::TestParamInfo<size_t>& info) {
  return "Rule" + std::to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(All, RewriteRuleTest, testing::Range(size_t(0), RewriteRules().size()), NameOf);

TEST(RewriteRules, CommuteAndMirror) {
  backend::LoadAtStart();
  Var x("x", Int(32)), y("y", Int(32));
  auto text = [](const Expr& e) { return Print(Analyzer().Simplify(e)); };
  EXPECT_EQ(text(Binary(BinaryOp::Min, Binary(BinaryOp::Max, y, x), x)), "x");
  EXPECT_EQ(text(Binary(BinaryOp::GT, x, Binary(BinaryOp::Min, y, x))), "y < x");
  EXPECT_EQ(text(Binary(BinaryOp::Min, Binary(BinaryOp::Max, y, x), y)), "y");
}

TEST(RewriteRules, EffectsStay) {
  backend::LoadAtStart();
  Var a("A", MakeTensorType(Int(32), {Int32(4)}));
  Expr atomic = Call(PrimType(Int(32)), Op("gpu.atomic_add"), {TensorLoad(a, {Int32(0)}), Int32(1)},
                     {{"scope", String("device")}});
  Expr both = Binary(BinaryOp::Max, atomic, atomic);
  EXPECT_EQ(Print(Analyzer().Simplify(both)), Print(both));
}

}  // namespace
}  // namespace tirx::arith
