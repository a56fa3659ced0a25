// SPDX-License-Identifier: Apache-2.0
#include "long_program.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

std::string Flattened(FunctionRef<void(Builder&)> body) {
  TestTarget();
  Builder b;
  body(b);
  return BodyText(Lowered({"bind-target", "flatten-tensors"}, ModuleOf({b.Finish("main")})), "main");
}

TensorType Floats(Array<Expr> shape, String scope = "global", Array<Expr> strides = {},
                  Expr offset = Expr()) {
  return MakeTensorType(Float(32), std::move(shape), std::move(scope), std::move(strides), std::move(offset));
}

TEST(FlattenTensors, ParameterWithConstantShape) {
  EXPECT_EQ(Flattened([](Builder& b) {
              Var a = b.Param("A", Floats({Int32(64), Int32(32)})), i = b.Param("i", Int(32)),
                  j = b.Param("j", Int(32));
              b.Store(a, {i, j}, b.Load(a, {j, i}));
            }),
            "A_1 = T.decl_tensor((2048,), \"float32\", data=T.tensor_data_ptr(A))\n"
            "A_1[i * 32 + j] = A_1[j * 32 + i]\n");
}

TEST(FlattenTensors, SymbolicShapesAreComputedIn64Bits) {
  EXPECT_EQ(Flattened([](Builder& b) {
              Var n("n", Int(64)), m("m", Int(64));
              Var a = b.Param("A", Floats({n, m})), i = b.Param("i", Int(32));
              b.Store(a, {i, i}, MakeFloat(Float(32), 1));
            }),
            "A_1 = T.decl_tensor((n * m,), \"float32\", data=T.tensor_data_ptr(A))\n"
            "A_1[T.cast(i, \"int64\") * m + T.cast(i, \"int64\")] = 1.0\n");
}

TEST(FlattenTensors, LargeConstantShapesAreComputedIn64Bits) {
  std::string text = Flattened([](Builder& b) {
    Var a = b.Param("A", Floats({Int32(65536), Int32(65536)})), i = b.Param("i", Int(32));
    b.Store(a, {i, i}, MakeFloat(Float(32), 1));
  });
  EXPECT_NE(text.find("T.cast(i, \"int64\") * 65536"), std::string::npos) << text;
}

TEST(FlattenTensors, WhatIsFlatStays) {
  EXPECT_EQ(Flattened([](Builder& b) {
              Var n("n", Int(64));
              Var a = b.Param("A", Floats({n})), i = b.Param("i", Int(32));
              Var cell = b.Alloc("x", MakeTensorType(Float(32), {Int32(1)}, "local", {}, Expr(), 0, true));
              b.Store(cell, {Int32(0)}, b.Load(a, {i}));
            }),
            "x: T.float32 = A[i]\n");
}

TEST(FlattenTensors, StridesAndOffset) {
  EXPECT_EQ(Flattened([](Builder& b) {
              Var s("s", Int(64));
              Var a = b.Param("A", Floats({Int32(4), Int32(8)}, "global", {s, Int64(2)}, Int64(3)));
              Var i = b.Param("i", Int(64));
              b.Store(a, {i, i}, MakeFloat(Float(32), 1));
            }),
            "A_1 = T.decl_tensor((3 + (3 * s + 14 + 1),), \"float32\", data=T.tensor_data_ptr(A))\n"
            "A_1[i * s + i * 2 + 3] = 1.0\n");
}

TEST(FlattenTensors, AllocationsAndVectors) {
  EXPECT_EQ(Flattened([](Builder& b) {
              Var s = b.Alloc("S", Floats({Int32(4), Int32(16)}, "local")), i = b.Param("i", Int(32));
              b.Store(s, {i, Ramp(i, Int32(1), 4)}, Broadcast(MakeFloat(Float(32), 1), 4));
            }),
            "S = T.alloc_local((64,), \"float32\")\n"
            "S[T.Ramp(i * 16 + i, 1, 4)] = T.Broadcast(1.0, 4)\n");
}

TEST(FlattenTensors, ScalarsAreOneElement) {
  EXPECT_EQ(Flattened([](Builder& b) {
              Var a = b.Param("A", Floats({}));
              b.Store(a, {}, MakeFloat(Float(32), 1));
            }),
            "A_1 = T.decl_tensor((1,), \"float32\", data=T.tensor_data_ptr(A))\nA_1[0] = 1.0\n");
}

TEST(FlattenTensors, LongIsNoTrouble) {
  TestTarget();
  Builder b;
  Var a = b.Param("A", Floats({Int32(8), Int32(8)}));
  Expr doubled = b.Load(a, {Int32(1), Int32(2)});
  for (int i = 0; i < 60; ++i) doubled = Binary(BinaryOp::Add, doubled, doubled);
  for (int i = 0; i < kLongProgram; ++i)
    b.Store(a, {Int32(i % 8), Int32(0)}, i ? MakeFloat(Float(32), i) : doubled);
  Function f = Lowered({"bind-target", "flatten-tensors"}, ModuleOf({b.Finish("main")}))->functions[0];
  EXPECT_EQ(f->body.as<SeqNode>()->stmts.size(), size_t(kLongProgram) + 1);
}

}  // namespace
}  // namespace tirx::pass
