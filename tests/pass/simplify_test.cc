// SPDX-License-Identifier: Apache-2.0
#include "long_program.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class SimplifyPass : public testing::Test {
 protected:
  SimplifyPass() { TestTarget(); }

  Expr Thread(const char* axis = "x") { return b.Op("gpu.thread_idx", {}, {{"axis", String(axis)}}); }
  static Expr Op(BinaryOp op, Expr a, Expr b) { return Binary(op, std::move(a), std::move(b)); }
  void Store(Expr index) { b.Store(a, {std::move(index)}, MakeFloat(Float(32), 0)); }
  std::string Text() { return BodyText(Lowered({"simplify"}, ModuleOf({b.Finish("main")})), "main"); }
  // The text of what a device entry of 64 threads becomes.
  std::string EntryText(Builder::Block body) {
    b.DeviceEntry({Int32(4)}, {Int32(64)}, body);
    IRModule module = Lowered({"simplify"}, ModuleOf({b.Finish("main")}));
    return Print(module->functions[0]->body.as<RegionNode>()->body);
  }

  Builder b;
  Var n{"n", Int(64)};
  Var a = b.Param("A", MakeTensorType(Float(32), {n}));
  Var i = b.Param("i", Int(32));
};

TEST_F(SimplifyPass, ConstantBranches) {
  b.If(
      Op(BinaryOp::LT, Int32(1), Int32(2)), [&] { Store(Int32(1)); }, [&] { Store(Int32(2)); });
  b.If(Op(BinaryOp::LT, Int32(2), Int32(1)), [&] { Store(Int32(3)); });
  EXPECT_EQ(Text(), "A[1] = 0.0\n");
}

TEST_F(SimplifyPass, LaunchExtents) {
  EXPECT_EQ(EntryText([&] {
              Var tx = b.Bind("tx", Thread()), ty = b.Bind("ty", Thread("y"));
              b.If(Op(BinaryOp::LT, tx, Int32(64)), [&] { Store(Op(BinaryOp::FloorMod, tx, Int32(64))); });
              Store(Op(BinaryOp::Add, tx, ty));
              Store(Op(BinaryOp::Mul, b.Op("gpu.block_dim", {}, {{"axis", String("x")}}), i));
            }),
            "tx = T.gpu.thread_idx(\"x\")\nA[tx] = 0.0\nA[tx] = 0.0\nA[64 * i] = "
            "0.0\n");
}

TEST_F(SimplifyPass, EarlyReturnsAreConditions) {
  EXPECT_EQ(EntryText([&] {
              b.If(Op(BinaryOp::GE, Cast(Int(64), i), n), [&] { b.Return(); });
              b.If(Op(BinaryOp::LT, Cast(Int(64), i), n), [&] { Store(i); });
            }),
            "if T.cast(i, \"int64\") >= n:\n    return\nA[i] = 0.0\n");
}

TEST_F(SimplifyPass, LoopsKnowTheirBounds) {
  b.For("k", Int64(0), n, [&](Var k) { b.If(Op(BinaryOp::LT, k, n), [&] { Store(k); }); });
  b.For("k", Int32(0), Int32(1), [&](Var k) { Store(Op(BinaryOp::Add, k, i)); });
  b.For("k", Int32(0), Int32(0), [&](Var k) { Store(k); });
  EXPECT_EQ(Text(), "for k in range(n):\n    A[k] = 0.0\nA[i] = 0.0\n");
}

TEST_F(SimplifyPass, ALoopThatIsLeftStays) {
  b.For("k", Int32(0), Int32(1), [&](Var) { b.If(Op(BinaryOp::LT, i, Int32(3)), [&] { b.Break(); }); });
  EXPECT_NE(Text().find("for k in range(1)"), std::string::npos);
}

TEST_F(SimplifyPass, NamesOfConstantsGoOthersStay) {
  Var five = b.Bind("five", Int32(5)), twice = b.Bind("twice", Op(BinaryOp::Mul, i, Int32(2)));
  Store(Op(BinaryOp::Add, twice, five));
  EXPECT_EQ(Text(), "twice = i * 2\nA[twice + 5] = 0.0\n");
}

TEST_F(SimplifyPass, NamesThatExtentsUseStay) {
  Var five = b.Bind("five", Int32(5));
  Var s = b.Alloc("S", MakeTensorType(Float(32), {five}, "local"));
  b.Store(s, {five}, MakeFloat(Float(32), 0));
  EXPECT_EQ(Text(), "five = T.int32(5)\nS = T.alloc_local((five,), \"float32\")\nS[5] = 0.0\n");
}

TEST_F(SimplifyPass, MemoryIsNoPathCondition) {
  Var cell = b.Alloc("x", MakeTensorType(Int(32), {Int32(1)}, "local", {}, Expr(), 0, true));
  auto below = [&] { return Op(BinaryOp::LT, b.Load(cell, {Int32(0)}), Int32(3)); };
  b.Store(cell, {Int32(0)}, i);
  b.If(below(), [&] {
    b.Store(cell, {Int32(0)}, Int32(9));
    b.If(below(), [&] { Store(i); });
  });
  std::string text = Text();
  EXPECT_NE(text.find("if x < 3:\n    x = 9\n    if x < 3:"), std::string::npos) << text;
}

TEST_F(SimplifyPass, AssertionsAreConditions) {
  b.Assert(Op(BinaryOp::LT, i, Int32(8)), "ValueError", {StringImm("too large")});
  b.Assert(Op(BinaryOp::LT, i, Int32(9)), "ValueError", {StringImm("too large")});
  b.Assert(Op(BinaryOp::LT, Int32(1), Int32(9)), "ValueError", {StringImm("never")});
  std::string text = Text();
  EXPECT_NE(text.find("i < 8"), std::string::npos) << text;
  EXPECT_EQ(text.find("i < 9"), std::string::npos) << text;
  EXPECT_EQ(text.find("never"), std::string::npos) << text;
}

TEST_F(SimplifyPass, SpansStay) {
  SourceFile file("k.py", "A[i + 0] = 0\n");
  b.SetSpan(Span(file, 1, 1, 1, 5));
  Store(Op(BinaryOp::Add, i, Int32(0)));
  IRModule module = Lowered({"simplify"}, ModuleOf({b.Finish("main")}));
  EXPECT_EQ(ToString(module->functions[0]->body->span), "k.py:1:1");
}

TEST_F(SimplifyPass, LongSharedAndDeepIsNoTrouble) {
  Expr doubled = Cast(Int(64), i), deep = i;
  for (int step = 0; step < 60; ++step) doubled = Op(BinaryOp::Add, doubled, doubled);
  for (int step = 0; step < 450; ++step)
    deep = Op(BinaryOp::Min, Op(BinaryOp::Mul, deep, Int32(3)), Int32(step));
  Store(doubled);
  Store(deep);
  for (int step = 0; step < kLongProgram / 2; ++step) {
    Var x = b.Bind("x", Op(BinaryOp::Add, i, Int32(step)));
    Store(x);
  }
  Lowered({"simplify"}, ModuleOf({b.Finish("main")}));
}

}  // namespace
}  // namespace tirx::pass
