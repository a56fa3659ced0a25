// SPDX-License-Identifier: Apache-2.0
#include "pass/unroll_loops.h"

#include "long_program.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class UnrollLoopsTest : public testing::Test {
 protected:
  UnrollLoopsTest() { TestTarget(); }
  void Unrolled(Expr extent, FunctionRef<void(Var)> body, Expr step = Expr()) {
    b.For("k", Int32(1), extent, body, ForKind::Unrolled, step);
  }
  std::string Text() { return BodyText(Lowered({"unroll-loops"}, ModuleOf({b.Finish("main")})), "main"); }

  Builder b;
  Var a = b.Param("A", MakeTensorType(Int(32), {Int32(64)})), n = b.Param("n", Int(32));
};

TEST_F(UnrollLoopsTest, Expands) {
  Unrolled(
      Int32(5), [&](Var k) { b.Store(a, {k}, k + n); }, Int32(2));
  EXPECT_EQ(Text(), "A[1] = 1 + n\nA[3] = 3 + n\nA[5] = 5 + n\n");
}

TEST_F(UnrollLoopsTest, EachCopyHasVariablesOfItsOwn) {
  Unrolled(Int32(2), [&](Var k) {
    Var x = b.Bind("x", k + n);
    Unrolled(Int32(2), [&](Var j) { b.Store(a, {j}, x); });
  });
  EXPECT_EQ(Text(), "x = 1 + n\nA[1] = x\nA[2] = x\nx_1 = 2 + n\nA[1] = x_1\nA[2] = x_1\n");
}

TEST_F(UnrollLoopsTest, OthersStay) {
  b.For("s", Int32(0), Int32(2), [&](Var s) { b.Store(a, {s}, s); });
  Unrolled(n, [&](Var k) { b.Store(a, {k}, k); });
  Unrolled(Int32(kMaxUnrolledStatements + 1), [&](Var k) { b.Store(a, {k}, k); });
  Unrolled(Int32(2), [&](Var k) { b.If(Binary(BinaryOp::LT, k, n), [&] { b.Break(); }); });
  Unrolled(Int32(2),
           [&](Var k) { b.Store(b.Alloc("S", MakeTensorType(Int(32), {Int32(4)}, "shared")), {k}, k); });
  Function f = b.Finish("main");
  IRModule before = ModuleOf({f});
  EXPECT_TRUE(StructuralEqual(Lowered({"unroll-loops"}, before), before));
}

TEST_F(UnrollLoopsTest, LongIsNoTrouble) {
  Expr doubled = n;
  for (int i = 0; i < 60; ++i) doubled = Binary(BinaryOp::Add, doubled, doubled);
  Unrolled(Int32(2), [&](Var k) { b.Store(a, {k}, doubled); });
  for (int i = 0; i < kLongProgram; ++i) b.Store(a, {Int32(i % 64)}, n);
  IRModule module = Lowered({"unroll-loops"}, ModuleOf({b.Finish("main")}));
  EXPECT_EQ(module->functions[0]->body.as<SeqNode>()->stmts.size(), size_t(kLongProgram) + 2);
}

}  // namespace
}  // namespace tirx::pass
