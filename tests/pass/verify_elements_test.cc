// SPDX-License-Identifier: Apache-2.0
// Tensors of elements that begin within a byte.
#include "ir/arith.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using ir::Builder;
using ir::Int32;
using ir::MakeTensorType;

Result<ir::IRModule> Verified(DType dtype, bool parameter, bool cell = false) {
  TestTarget();
  Builder b;
  ir::TensorType type = MakeTensorType(dtype, {Int32(1)}, parameter ? "global" : "local", {}, {}, 0, cell);
  if (parameter)
    b.Param("A", type);
  else
    b.Alloc("A", type);
  return TryLower({"verify-elements"}, ModuleOf({b.Finish("f", ir::VoidType(), false)}));
}

TEST(VerifyElementsTest, ElementsFillWholeBytes) {
  for (DType t : {Int(4), UInt(1), DType{kDLFloat4_e2m1fn, 4, 1}, DType{kDLFloat4_e2m1fn, 4, 2},
                  DType{kDLFloat6_e2m3fn, 6, 4}})
    for (bool parameter : {false, true}) {
      auto module = Verified(t, parameter);
      ASSERT_FALSE(module.ok()) << DTypeName(t);
      EXPECT_EQ(module.diagnostics()[0].kind, DK::SubByteElements);
    }
  for (DType t : {Bool(), Int(8), DType{kDLFloat8_e4m3fn, 8, 1}, DType{kDLFloat8_e8m0fnu, 8, 4}})
    EXPECT_TRUE(Verified(t, true).ok()) << DTypeName(t);
}

TEST(VerifyElementsTest, ACellIsNoMemory) {
  EXPECT_TRUE(Verified({kDLFloat6_e3m2fn, 6, 1}, false, true).ok());
}

}  // namespace
}  // namespace tirx::pass
