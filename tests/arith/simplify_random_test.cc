// SPDX-License-Identifier: Apache-2.0
// Random expressions, evaluated before and after: where the first is defined, the second is and equals it.
#include <gtest/gtest.h>

#include "arith/analyzer.h"
#include "arith/random_expr.h"
#include "backend/loader.h"
#include "ir/printer.h"

namespace tirx::arith {
namespace {

using ir::Expr;

std::string Describe(const RandomExprs& exprs, const Environment& values) {
  std::string text;
  for (const RandomVar& v : exprs.vars())
    text += std::string(v.var->name) + ":" + DTypeName(v.var->dtype()) + " in [" + std::to_string(v.min) +
            ", " + std::to_string(v.max) + "] = " + std::to_string(values.at(v.var.get())) + "; ";
  return text;
}

Wide Counted(DType t, int64_t stored) {
  return IsUInt(t) ? Wide(uint64_t(stored)) : Wide(stored);
}

struct Case {
  Expr condition, before, after;
  Interval bounds;
  Residue residue;
};

Case MakeCase(RandomExprs* exprs, bool of_condition, int depth) {
  Analyzer analyzer;
  for (const RandomVar& v : exprs->vars()) analyzer.SetRange(v.var, {v.min, v.max});
  Case c;
  c.condition = exprs->Condition(1);
  c.before = of_condition ? exprs->Condition(depth) : exprs->Integer(depth);
  Analyzer::Assumption holds(&analyzer, c.condition);
  c.bounds = analyzer.BoundsOf(c.before);
  c.residue = analyzer.ResidueOf(c.before);
  c.after = analyzer.Simplify(c.before);
  return c;
}

// How many of the tries were defined.
int CheckCase(RandomExprs* exprs, const Case& c) {
  int defined = 0;
  for (int i = 0; i < 24 && !testing::Test::HasFailure(); ++i) {
    Environment values = exprs->Values();
    auto holds = Evaluate(c.condition, values);
    auto before = Evaluate(c.before, values);
    if (!holds || !*holds || !before) continue;
    ++defined;
    auto after = Evaluate(c.after, values);
    EXPECT_TRUE(after && *after == *before) << ir::Print(c.before) << "\n-> " << ir::Print(c.after)
                                            << "\nwhere " << ir::Print(c.condition) << "\n"
                                            << Describe(*exprs, values) << "before " << *before << ", after "
                                            << (after ? std::to_string(*after) : "undefined");
    Wide value = Counted(c.before->dtype(), *before);
    EXPECT_TRUE(c.bounds.min <= value && value <= c.bounds.max)
        << ir::Print(c.before) << " in [" << int64_t(c.bounds.min) << ", " << int64_t(c.bounds.max)
        << "]\nwhere " << ir::Print(c.condition) << "\n"
        << Describe(*exprs, values) << "is " << *before;
    EXPECT_TRUE(c.residue.Contains(value))
        << ir::Print(c.before) << " in " << int64_t(c.residue.value) << " + k * "
        << int64_t(c.residue.modulus) << "\nwhere " << ir::Print(c.condition) << "\n"
        << Describe(*exprs, values) << "is " << *before;
  }
  return defined;
}

class SimplifyRandom : public testing::TestWithParam<DType> {};

TEST_P(SimplifyRandom, KeepsTheValue) {
  backend::LoadAtStart();
  static const int kCases =
      std::getenv("TIRX_RANDOM_CASES") ? std::atoi(std::getenv("TIRX_RANDOM_CASES")) : 3000;
  int defined = 0;
  for (int i = 0; i < kCases && !HasFailure(); ++i) {
    RandomExprs exprs(uint64_t(i) * 1000003 + 17, GetParam());
    Case c = MakeCase(&exprs, i % 4 == 3, 2 + i % 4);
    defined += CheckCase(&exprs, c);
  }
  EXPECT_GT(defined, kCases);  // the cases are not all undefined
}

std::string TypeOfCase(const testing::TestParamInfo<DType>& info) {
  return DTypeName(info.param);
}

INSTANTIATE_TEST_SUITE_P(Types, SimplifyRandom,
                         testing::Values(Int(8), Int(16), Int(32), Int(64), UInt(8), UInt(16), UInt(32),
                                         UInt(64)),
                         TypeOfCase);

}  // namespace
}  // namespace tirx::arith
