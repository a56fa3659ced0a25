// SPDX-License-Identifier: Apache-2.0
// The pieces of the C-family printer: names, templates, lines, facts about indices.
#include <gtest/gtest.h>

#include "backend/loader.h"
#include "codegen/c_facts.h"
#include "codegen/c_names.h"
#include "codegen/c_source.h"
#include "codegen/c_template.h"
#include "ir/builder.h"

namespace tirx::codegen {
namespace {

TEST(NameSupply, NumbersWhatIsTaken) {
  NameSupply names;
  names.Reserve("float f(int x) { return 2 * x; } floordiv_{t}({0})");
  EXPECT_EQ(names.Fresh("y"), "y");
  EXPECT_EQ(names.Fresh("y"), "y_1");
  EXPECT_EQ(names.Fresh("y"), "y_2");
  EXPECT_EQ(names.Fresh("y_1"), "y_1_1");
  EXPECT_EQ(names.Fresh("x"), "x_1");
  EXPECT_EQ(names.Fresh("2"), "v2");
  EXPECT_EQ(names.Fresh("a__b\xc3\xa9"), "a_b_");
  EXPECT_EQ(names.Fresh(""), "v");
  EXPECT_EQ(names.Fresh("floordiv_i32"), "v_floordiv_i32");
  EXPECT_EQ(names.Fresh("floordiv_by"), "floordiv_by");
}

TEST(Template, OperandsGetTheParenthesesTheyNeed) {
  TemplateInput input;
  input.operands = {{"a + b", kAdditive}, {"c", kPostfix}};
  EXPECT_EQ(ExpandTemplate("f({0}, {1})", input).text, "f(a + b, c)");
  EXPECT_EQ(ExpandTemplate("f({0}, {1})", input).precedence, kPostfix);
  EXPECT_EQ(ExpandTemplate("(int){0}", input).text, "(int)(a + b)");
  EXPECT_EQ(ExpandTemplate("(int){0}", input).precedence, kUnary);
  EXPECT_EQ(ExpandTemplate("{0}.x", input).text, "(a + b).x");
  EXPECT_EQ(ExpandTemplate("{1} != 0", input).precedence, kConditional);
  EXPECT_EQ(ExpandTemplate("(f({0}))", input).precedence, kPostfix);
}

TEST(Template, Attributes) {
  TemplateInput input;
  input.attrs = {{"axis", String("y")}, {"n", int64_t(3)}, {"scope", String("block")}};
  EXPECT_EQ(ExpandTemplate("t.{axis}[{n}]", input).text, "t.y[3]");
  EXPECT_EQ(ExpandTemplate("f{scope:block=_b,system=_s}()", input).text, "f_b()");
  EXPECT_EQ(ExpandTemplate("f{axis:x=_x}()", input).text, "f()");
}

TEST(Template, MistakesInRowsAreInternalErrors) {
  TemplateInput input;
  input.operands = {{"a"}};
  EXPECT_THROW(ExpandTemplate("f({0}, {0})", input), InternalError);
  EXPECT_THROW(ExpandTemplate("f({1})", input), InternalError);
  EXPECT_THROW(ExpandTemplate("f({axis})", input), InternalError);
  EXPECT_THROW(ExpandTemplate("f({&0})", input), InternalError);
}

TEST(SourceText, LinesCarrySpans) {
  SourceText text;
  text.Indent();
  text.Line("a\n\nb", Span(SourceFile("k.py", ""), 3, 1, 3, 2));
  EXPECT_EQ(text.text(), "  a\n\n  b\n");
  ASSERT_EQ(text.spans().size(), 3u);
  EXPECT_EQ(ToString(text.spans()[2]), "k.py:3:1");
}

TEST(IndexFacts, SignsAndDivisors) {
  backend::LoadAtStart();
  using ir::Int32;
  ir::Builder b;
  IndexFacts facts;
  ir::Var n = b.Param("n", Int(32)), u = b.Param("u", UInt(16));
  ir::Expr tx = b.Op("gpu.thread_idx", {}, {{"axis", String("x")}});
  EXPECT_FALSE(facts.NonNegative(n));
  EXPECT_TRUE(facts.NonNegative(u));
  EXPECT_TRUE(facts.NonNegative(ir::Cast(Int(32), u)));
  EXPECT_FALSE(facts.NonNegative(ir::Cast(Int(16), u)));
  EXPECT_TRUE(facts.NonNegative(tx * Int32(4) + Int32(1)));
  EXPECT_FALSE(facts.NonNegative(tx - Int32(1)));
  EXPECT_TRUE(facts.NonNegative(ir::FloorMod(n, Int32(3))));
  EXPECT_EQ(facts.Divisor(tx * Int32(4) + Int32(8)), 4);
  EXPECT_EQ(facts.Divisor(n * Int32(16) - Int32(24)), 8);
  EXPECT_EQ(facts.Divisor(ir::Cast(Int(64), n * Int32(12))), 4);
  ir::Var v = b.Bind("v", tx * Int32(32));
  EXPECT_FALSE(facts.NonNegative(v));
  facts.analyzer()->Define(v, tx * Int32(32));
  EXPECT_TRUE(facts.NonNegative(v));
  EXPECT_EQ(facts.Divisor(v + Int32(0)), 32);
  ir::Var i("i", Int(32));
  ir::For loop(i, Int32(8), Int32(100), ir::Evaluate(Int32(0)), ir::ForKind::Serial, Int32(4));
  auto* node = loop.as<ir::ForNode>();
  facts.analyzer()->DefineLoop(node->var, node->min, node->extent, node->step);
  EXPECT_TRUE(facts.NonNegative(i));
  EXPECT_EQ(facts.Divisor(i), 4);
}

}  // namespace
}  // namespace tirx::codegen
