// SPDX-License-Identifier: Apache-2.0
// Reasons that a script cannot bring about, and what surrounds a vectorised loop. tests/pass/vectors.py shows
// the rest.
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class VectorizeLoopsTest : public testing::Test {
 protected:
  VectorizeLoopsTest() { TestTarget(); }
  std::string Text() { return BodyText(Lowered({"vectorize-loops"}, ModuleOf({b.Finish("main")})), "main"); }
  void Vectorized(int64_t extent, FunctionRef<void(Var)> body, Expr step = Expr(), Attrs notes = {}) {
    b.For("v", Int32(0), Int32(extent), body, ForKind::Vectorized, step, notes);
  }

  Builder b;
  Var a = b.Param("A", MakeTensorType(Float(32), {Int32(256)})),
      c = b.Param("C", MakeTensorType(Float(32), {Int32(256)})), i = b.Param("i", Int(32));
};

TEST_F(VectorizeLoopsTest, ACopy) {
  Vectorized(4, [&](Var v) { b.Store(a, {i * Int32(4) + v}, b.Load(c, {v})); });
  EXPECT_EQ(Text(), "A[T.Ramp(i * 4, 1, 4)] = C[T.Ramp(0, 1, 4)]\n");
}

TEST_F(VectorizeLoopsTest, WideLoopsStepOverVectors) {
  Vectorized(16, [&](Var v) { b.Store(a, {v}, MakeFloat(Float(32), 1)); });
  EXPECT_EQ(Text(), "for v in T.unroll(4):\n    A[T.Ramp(v * 4, 1, 4)] = T.Broadcast(1.0, 4)\n");
}

TEST_F(VectorizeLoopsTest, InnerLoopsAndUniformBranches) {
  Vectorized(4, [&](Var v) {
    b.For("j", Int32(0), i, [&](Var j) {
      b.If(Binary(BinaryOp::LT, j, Int32(3)),
           [&] { b.Store(a, {v}, b.Load(a, {v}) + b.Load(c, {j * Int32(4) + v})); });
    });
  });
  EXPECT_EQ(Text(),
            "for j in range(i):\n    if j < 3:\n        A[T.Ramp(0, 1, 4)] = A[T.Ramp(0, 1, 4)] + "
            "C[T.Ramp(j * 4, 1, 4)]\n");
}

TEST_F(VectorizeLoopsTest, ElementsThatDifferOverAnInnerLoop) {
  Vectorized(
      4, [&](Var v) { b.For("j", Int32(0), Int32(4), [&](Var j) { b.Store(a, {j + v}, b.Load(c, {v})); }); });
  EXPECT_NE(Text().find("the index of `A` changes while the loop body runs"), std::string::npos);
}

TEST_F(VectorizeLoopsTest, TwoViewsOfOneTensor) {
  Expr pointer = b.Op("tensor_data_ptr", {a});
  Var view = b.Decl("view", MakeTensorType(Float(32), {Int32(256)}), pointer);
  Vectorized(4, [&](Var v) { b.Store(a, {v}, b.Load(view, {v + Int32(4)})); });
  EXPECT_NE(Text().find("`A` is accessed through two views"), std::string::npos);
}

TEST_F(VectorizeLoopsTest, DistantElementsAreNoConflict) {
  Vectorized(4, [&](Var v) { b.Store(a, {v}, b.Load(a, {v + Int32(4)})); });
  EXPECT_EQ(Text(), "A[T.Ramp(0, 1, 4)] = A[T.Ramp(4, 1, 4)]\n");
}

TEST_F(VectorizeLoopsTest, EarlyExitsAnnotationsAndSteps) {
  Vectorized(4, [&](Var) { b.If(Binary(BinaryOp::LT, i, Int32(3)), [&] { b.Break(); }); });
  Vectorized(4, [&](Var v) { b.Store(a, {v}, MakeFloat(Float(32), 1)); }, Expr(), {{"key", 1}});
  Vectorized(
      8, [&](Var v) { b.Store(a, {v}, b.Load(c, {v})); }, Int32(2));
  std::string text = Text();
  EXPECT_NE(text.find("it is left early"), std::string::npos) << text;
  EXPECT_NE(text.find("it has annotations"), std::string::npos) << text;
  EXPECT_NE(text.find("that it stores to are not neighbours"), std::string::npos) << text;
}

TEST_F(VectorizeLoopsTest, LazySidesThatWouldFault) {
  Vectorized(4, [&](Var v) {
    Expr value = b.Op("if_then_else", {Binary(BinaryOp::LT, v, i), b.Load(c, {v}), MakeFloat(Float(32), 0)});
    b.Store(a, {v}, value);
  });
  Vectorized(4, [&](Var v) {
    Expr value =
        b.Op("if_then_else", {Binary(BinaryOp::LT, v, i), MakeFloat(Float(32), 1), MakeFloat(Float(32), 0)});
    b.Store(a, {v}, value);
  });
  std::string text = Text();
  EXPECT_NE(text.find("it evaluates one side of a condition only in some iterations"), std::string::npos)
      << text;
  EXPECT_NE(text.find("T.Ramp(0, 1, 4) < T.Broadcast(i, 4), T.Broadcast(1.0, 4)"), std::string::npos) << text;
}

}  // namespace
}  // namespace tirx::pass
