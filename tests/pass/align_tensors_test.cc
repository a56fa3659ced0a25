// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class AlignTensorsTest : public testing::Test {
 protected:
  AlignTensorsTest() { TestTarget(); }
  static int64_t AlignmentOf(const IRModule& module, size_t param) {
    return module->functions[0]->params[param].tensor_type()->alignment;
  }
  IRModule Aligned(bool exported = true) {
    return Lowered({"align-tensors"}, ModuleOf({b.Finish("main", VoidType(), exported)}));
  }
  Expr Vector(Expr base, int lanes = 4) { return Ramp(std::move(base), Int32(1), lanes); }
  Expr Zeros(int lanes = 4) { return Broadcast(MakeFloat(Float(32), 0), lanes); }
  Var Tensor(const char* name, int64_t alignment = 0) {
    return b.Param(name, MakeTensorType(Float(32), {Int32(64)}, "global", {}, Expr(), alignment));
  }

  Builder b;
  Var i = b.Param("i", Int(32));
};

TEST_F(AlignTensorsTest, ParametersPromiseWhatVectorsNeed) {
  Var four = Tensor("four"), two = Tensor("two"), none = Tensor("none"), scalar = Tensor("scalar"),
      own = Tensor("own", 8);
  b.Store(four, {Vector(i * Int32(4))}, Zeros());
  b.Store(four, {Vector(i * Int32(2), 2)}, Zeros(2));
  b.Store(two, {Vector(i * Int32(2), 2)}, b.Load(none, {Vector(i, 2)}));
  b.Store(scalar, {i}, MakeFloat(Float(32), 0));
  b.Store(own, {Vector(i * Int32(4))}, Zeros());
  IRModule module = Aligned();
  int64_t expected[] = {16, 8, 0, 0, 8};
  for (size_t k = 0; k < 5; ++k) EXPECT_EQ(AlignmentOf(module, k + 1), expected[k]) << k;
}

TEST_F(AlignTensorsTest, ViewsFollowTheirTensor) {
  Var a = Tensor("A");
  Var view = b.Decl("view", MakeTensorType(Float(32), {Int32(64)}), b.Op("tensor_data_ptr", {a}));
  b.Store(view, {Vector(Int32(8))}, Zeros());
  Var shared = b.Alloc("S", MakeTensorType(Float(32), {Int32(64)}, "shared"));
  b.Store(shared, {Vector(Int32(8))}, Zeros());
  IRModule module = Aligned();
  EXPECT_EQ(AlignmentOf(module, 1), 16);
  EXPECT_EQ(BodyText(module, "main"),
            "view = T.decl_tensor((64,), \"float32\", data=T.tensor_data_ptr(A), align=16)\n"
            "view[T.Ramp(8, 1, 4)] = T.Broadcast(0.0, 4)\n"
            "S = T.alloc_shared((64,), \"float32\", align=16)\n"
            "S[T.Ramp(8, 1, 4)] = T.Broadcast(0.0, 4)\n");
}

TEST_F(AlignTensorsTest, PathConditionsAreProofs) {
  Var a = Tensor("A");
  b.If(Binary(BinaryOp::EQ, FloorMod(i, Int32(4)), Int32(0)), [&] { b.Store(a, {Vector(i)}, Zeros()); });
  EXPECT_EQ(AlignmentOf(Aligned(), 1), 16);
}

// Nobody checks what a private function is called with.
TEST_F(AlignTensorsTest, PrivateFunctionsPromiseNothing) {
  Var a = Tensor("A");
  b.Store(a, {Vector(Int32(0))}, Zeros());
  EXPECT_EQ(AlignmentOf(Aligned(false), 1), 0);
}

}  // namespace
}  // namespace tirx::pass
