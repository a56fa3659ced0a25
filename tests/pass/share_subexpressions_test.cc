// SPDX-License-Identifier: Apache-2.0
#include "pass/share_subexpressions.h"

#include "long_program.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class ShareSubexpressionsTest : public testing::Test {
 protected:
  ShareSubexpressionsTest() { TestTarget(); }
  // `body` as the body of a kernel's device entry.
  IRModule Shared(Builder::Block body) {
    b.DeviceEntry({Int32(1)}, {Int32(1)}, body);
    IRModule module = Lowered({"bind-target", "share-subexpressions"}, ModuleOf({b.Finish("main")}));
    return module;
  }
  std::string Text(Builder::Block body) {
    IRModule module = Shared(body);
    return Print(module->functions[0]->body.as<RegionNode>()->body);
  }
  Expr Of(BinaryOp op, Expr x, Expr y) { return Binary(op, x, y); }
  // (n + k) * (m + k): 4 additions.
  Expr Dear(int k = 1) { return (n + Int32(k)) * (m + Int32(k)); }
  Expr Positive(Expr x) { return Of(BinaryOp::GT, x, Int32(0)); }

  Builder b;
  Var a = b.Param("A", MakeTensorType(Int(32), {Int32(64)})), n = b.Param("n", Int(32)),
      m = b.Param("m", Int(32));
};

TEST_F(ShareSubexpressionsTest, ANameStandsBeforeTheFirstUse) {
  EXPECT_EQ(Text([&] {
              b.Store(a, {Int32(0)}, Dear() + n);
              b.Store(a, {Int32(1)}, Dear() + m);
            }),
            "v = (n + 1) * (m + 1)\nA[0] = v + n\nA[1] = v + m\n");
}

TEST_F(ShareSubexpressionsTest, WhatIsCheapStays) {
  EXPECT_EQ(Text([&] {
              b.Store(a, {n + Int32(1)}, n * m);
              b.Store(a, {n + Int32(1)}, n * m);
            }),
            "A[n + 1] = n * m\nA[n + 1] = n * m\n");
}

TEST_F(ShareSubexpressionsTest, TheAuthorsNameServes) {
  EXPECT_EQ(Text([&] {
              Var area = b.Bind("area", Dear());
              b.Store(a, {Dear()}, area);
              b.Bind("again", Dear());
            }),
            "area = (n + 1) * (m + 1)\nA[area] = area\nagain = area\n");
}

TEST_F(ShareSubexpressionsTest, AnIndexIsCalledIndex) {
  EXPECT_EQ(Text([&] { b.Store(a, {Dear()}, b.Load(a, {Dear()}) + Dear(2) * Dear(2)); }),
            "index = (n + 1) * (m + 1)\nv = (n + 2) * (m + 2)\nA[index] = A[index] + v * v\n");
}

TEST_F(ShareSubexpressionsTest, NothingIsComputedEarlierThanBefore) {
  // Only the branch computes it, or only one side of a lazy operator; the one behind it does it again.
  EXPECT_EQ(Text([&] {
              b.If(Positive(n), [&] { b.Store(a, {Int32(0)}, Dear()); });
              b.Store(a, {Int32(1)}, b.Op("if_then_else", {Positive(m), Dear(), Int32(0)}));
              b.If(Of(BinaryOp::And, Positive(n), Positive(Dear())), [&] { b.Store(a, {Int32(2)}, n); });
            }),
            "if n > 0:\n    A[0] = (n + 1) * (m + 1)\n"
            "A[1] = T.if_then_else(m > 0, (n + 1) * (m + 1), 0)\n"
            "if n > 0 and (n + 1) * (m + 1) > 0:\n    A[2] = n\n");
}

TEST_F(ShareSubexpressionsTest, WhatHasBeenComputedServesInside) {
  EXPECT_EQ(Text([&] {
              b.For("k", Int32(0), Dear(), [&](Var k) { b.Store(a, {k}, Dear()); });
              b.While(Positive(b.Load(a, {Dear()})), [&] { b.Store(a, {Dear()}, Dear() - Int32(1)); });
            }),
            "v = (n + 1) * (m + 1)\nfor k in range(v):\n    A[k] = v\nwhile A[v] > 0:\n    A[v] = v - 1\n");
}

TEST_F(ShareSubexpressionsTest, LoadsAreNotShared) {
  EXPECT_EQ(Text([&] {
              Expr dear = b.Load(a, {n}) * (b.Load(a, {n}) + Int32(1)) * Int32(7);
              b.Store(a, {n}, dear);
              b.Store(a, {n}, dear);
            }),
            "A[n] = A[n] * (A[n] + 1) * 7\nA[n] = A[n] * (A[n] + 1) * 7\n");
}

TEST_F(ShareSubexpressionsTest, DivisionStaysBehindItsGuard) {
  EXPECT_EQ(Text([&] {
              b.If(Of(BinaryOp::NE, n, Int32(0)), [&] {
                b.Store(a, {Int32(0)}, FloorDiv(m, n));
                b.Store(a, {Int32(1)}, FloorDiv(m, n));
              });
            }),
            "if n != 0:\n    v = m // n\n    A[0] = v\n    A[1] = v\n");
}

TEST_F(ShareSubexpressionsTest, EqualConstantsOfOtherTypesDiffer) {
  auto dear = [&](DType t) { return Cast(Int(32), (Cast(t, n) + MakeConst(t, 3)) * Cast(t, m)); };
  EXPECT_EQ(Text([&] {
              b.Store(a, {Int32(0)}, dear(Int(64)));
              b.Store(a, {Int32(1)}, dear(UInt(64)));
            }).find("v = "),
            std::string::npos);
}

TEST_F(ShareSubexpressionsTest, HostCodeStays) {
  b.Bind("x", Dear());
  b.Bind("y", Dear());
  IRModule module = Shared([] {});
  EXPECT_EQ(Print(module->functions[0]->body).find("y = x"), std::string::npos);
}

TEST_F(ShareSubexpressionsTest, SharedManyTimesOverIsNoTrouble) {
  constexpr int kLong = kLongProgram / 10;
  Expr steady = Dear(), loads = b.Load(a, {Dear()}), lazy = Dear(2);
  for (int i = 0; i < 60; ++i) {
    steady = Of(BinaryOp::Add, steady, steady);
    loads = Of(BinaryOp::Add, loads, loads);
    lazy = Of(BinaryOp::Mul, lazy, lazy);
  }
  IRModule module = Shared([&] {
    b.Store(a, {Int32(0)}, steady);
    b.Store(a, {Int32(1)}, loads);
    b.Store(a, {Int32(2)}, b.Op("if_then_else", {Positive(n), lazy, Int32(0)}));
    for (int i = 0; i < kLong; ++i) b.Store(a, {Int32(i % 64)}, Dear(i));
  });
  // One name for each of the sums that are doubled.
  EXPECT_EQ(module->functions[0]->body.as<RegionNode>()->body.as<SeqNode>()->stmts.size(), 60u + 3 + kLong);
}

}  // namespace
}  // namespace tirx::pass
