// SPDX-License-Identifier: Apache-2.0
#include "pass/lower_masked_access.h"

#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class LowerMaskedAccessTest : public testing::Test {
 protected:
  LowerMaskedAccessTest() { TestTarget(); }
  ir::IRModule Lower() { return Lowered({"lower-masked-access"}, ModuleOf({b.Finish("main")})); }
  Expr Masked(Expr element, Expr mask) { return b.Op("masked_load", {element, mask, Int32(7)}); }
  Expr Pointer(Expr bytes) { return b.Op("ptr_byte_offset", {p, bytes}, {{"dtype", "int32"}}); }

  Builder b;
  Var a = b.Param("A", MakeTensorType(Int(32), {Int32(64)}));
  Var p = b.Param("p", PointerType(PrimType(Int(32)), "global")), n = b.Param("n", Int(32));
  Expr few = Binary(BinaryOp::LT, n, Int32(9));
};

TEST_F(LowerMaskedAccessTest, ElementsAreLoadedLazily) {
  b.Store(a, {Int32(0)}, Masked(b.Load(a, {n}), few));
  b.Evaluate(b.Op("masked_store", {b.Load(a, {n}), n, few}));
  EXPECT_EQ(BodyText(Lower(), "main"), "A[0] = T.if_then_else(n < 9, A[n], 7)\nif n < 9:\n    A[n] = n\n");
}

TEST_F(LowerMaskedAccessTest, MasksNest) {
  b.Store(a, {Int32(0)}, Masked(b.Load(a, {Masked(b.Load(a, {n}), few)}), few));
  EXPECT_EQ(BodyText(Lower(), "main"),
            "A[0] = T.if_then_else(n < 9, A[T.if_then_else(n < 9, A[n], 7)], 7)\n");
}

TEST_F(LowerMaskedAccessTest, APointerIsNamedBeforeItsStatement) {
  b.If(few, [&] { b.Store(a, {Int32(0)}, Masked(Pointer(n), few)); });
  EXPECT_EQ(BodyText(Lower(), "main"),
            "if n < 9:\n"
            "    element = T.decl_tensor((1,), \"int32\", data=T.ptr_byte_offset(p, n, \"int32\"))\n"
            "    A[0] = T.if_then_else(n < 9, element[0], 7)\n");
}

TEST_F(LowerMaskedAccessTest, APointerThatCannotBeComputedEarlyIsRefused) {
  b.Store(a, {Int32(0)}, Masked(Pointer(b.Load(a, {n})), few));
  b.Store(a, {Int32(1)}, Masked(Pointer(Binary(BinaryOp::FloorDiv, Int32(8), n)), few));
  b.Store(a, {Int32(2)}, Masked(Pointer(Binary(BinaryOp::FloorDiv, n, Int32(2))), few));
  auto result = TryLower({"lower-masked-access"}, ModuleOf({b.Finish("main")}));
  ASSERT_EQ(result.diagnostics().size(), 2u);
  EXPECT_EQ(result.diagnostics()[0].kind, DK::MaskedPointer);
}

}  // namespace
}  // namespace tirx::pass
