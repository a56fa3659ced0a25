// SPDX-License-Identifier: Apache-2.0
#include "long_program.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class NarrowIndexTest : public testing::Test {
 protected:
  NarrowIndexTest() { TestTarget(); }
  std::string Text() { return BodyText(Lowered({"narrow-index"}, ModuleOf({b.Finish("main")})), "main"); }
  static Expr Wide(Expr e) { return Cast(Int(64), std::move(e)); }

  Builder b;
  Var a = b.Param("A", MakeTensorType(Int(32), {Int32(64)})), i = b.Param("i", Int(32)),
      p = b.Param("p", Int(64));
};

TEST_F(NarrowIndexTest, LoopsWithBounds) {
  b.For("k", Int64(0), Int64(16), [&](Var k) { b.Store(a, {k * Int64(4)}, b.Load(a, {k + Int64(1)})); });
  EXPECT_EQ(Text(), "for k in range(16):\n    A[k * 4] = A[k + 1]\n");
}

TEST_F(NarrowIndexTest, WhatMayNotFitStays) {
  b.Store(a, {p + Int64(1)}, i);
  b.Store(a, {Wide(i) + Int64(1)}, i);
  b.For("k", Int64(0), p, [&](Var k) { b.Store(a, {k}, i); });
  EXPECT_EQ(Text(), "A[p + 1] = i\nA[T.cast(i, \"int64\") + 1] = i\nfor k in range(p):\n    A[k] = i\n");
}

TEST_F(NarrowIndexTest, PartsHaveToFitToo) {
  // The whole is below 16, but i * 4 may be beyond int32.
  b.Store(a, {FloorMod(Wide(i) * Int64(4), Int64(16))}, i);
  EXPECT_EQ(Text(), "A[T.cast(i, \"int64\") * 4 % 16] = i\n");
}

TEST_F(NarrowIndexTest, PathConditionsCount) {
  b.If(Binary(BinaryOp::And, Binary(BinaryOp::LE, Int64(0), p), Binary(BinaryOp::LT, p, Int64(64))),
       [&] { b.Store(a, {Int64(63) - p}, i); });
  EXPECT_NE(Text().find("A[63 - T.cast(p, \"int32\")] = i"), std::string::npos);
}

TEST_F(NarrowIndexTest, ComparisonsAndConversions) {
  Expr lane = b.Op("gpu.lane_id", {});
  b.If(Binary(BinaryOp::LT, Wide(lane) * Int64(4), Int64(64)),
       [&] { b.Store(a, {Cast(Int(32), Wide(lane) + Int64(1))}, i); });
  b.If(Binary(BinaryOp::LT, Wide(i) * Int64(4), Int64(64)), [&] { b.Store(a, {i}, i); });
  std::string text = Text();
  EXPECT_NE(text.find("if T.gpu.lane_id() * 4 < 64:\n    A[T.gpu.lane_id() + 1] = i\n"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("if i"), std::string::npos) << text;
}

TEST_F(NarrowIndexTest, ValuesKeepTheirType) {
  Var c = b.Param("C", MakeTensorType(Int(64), {Int32(64)}));
  b.For("k", Int64(0), Int64(16), [&](Var k) { b.Store(c, {k}, k * Int64(4)); });
  EXPECT_EQ(Text(), "for k in range(16):\n    C[k] = T.cast(k, \"int64\") * 4\n");
}

TEST_F(NarrowIndexTest, LongIsNoTrouble) {
  Expr doubled = FloorMod(p, Int64(2)), nested = Wide(i);
  for (int step = 0; step < 60; ++step) doubled = Binary(BinaryOp::Add, doubled, doubled);
  for (int step = 0; step < 300; ++step) nested = Cast(Int(64), TensorLoad(a, {nested}));
  b.Store(a, {doubled}, i);
  b.Store(a, {nested}, i);
  for (int step = 0; step < kLongProgram; ++step) b.Store(a, {Wide(FloorMod(i, Int32(64)))}, i);
  Lowered({"narrow-index"}, ModuleOf({b.Finish("main")}));
}

}  // namespace
}  // namespace tirx::pass
