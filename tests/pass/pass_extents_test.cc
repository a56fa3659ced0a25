// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

const std::vector<std::string_view> kPass = {"pass-extents"};

TEST(PassExtents, LengthsAndStridesBecomeParameters) {
  TestTarget();
  Builder callee;
  Var m("m", Int(64)), s("s", Int(64));
  callee.Param("A", MakeTensorType(Float(32), {m, Int64(4)}));
  callee.Param("B", MakeTensorType(Float(32), {m, Int64(2)}, "global", {s, Int64(1)}));
  callee.Return(m * s);
  Function product = callee.Finish("product", PrimType(Int(64)), false);
  Builder b;
  Var n("n", Int(32));
  Var x = b.Param("X", MakeTensorType(Float(32), {n, Int64(4)}));
  Var y = b.Param("Y", MakeTensorType(Float(32), {n, Int64(2)}));
  b.Return(b.CallFunction("product", PrimType(Int(64)), {x, y}));
  IRModule module = Lowered(kPass, ModuleOf({b.Finish("main", PrimType(Int(64))), product}));
  EXPECT_EQ(BodyText(module, "main"), "return product(X, Y, T.cast(n, \"int64\"), T.int64(2))\n");
  std::string names;
  for (const Var& param : module.Find("product")->params) names += std::string(param->name) + " ";
  EXPECT_EQ(names, "A B m s ");
}

TEST(PassExtents, ParametersAndExportedFunctionsStay) {
  TestTarget();
  Builder b;
  Var m = b.Param("m", Int(64));
  b.Param("A", MakeTensorType(Float(32), {m}));
  Builder exported;
  exported.Param("A", MakeTensorType(Float(32), {Var("n", Int(64))}));
  IRModule module = Lowered(kPass, ModuleOf({b.Finish("own", VoidType(), false), exported.Finish("main")}));
  EXPECT_EQ(module.Find("own")->params.size(), 2u);
  EXPECT_EQ(module.Find("main")->params.size(), 1u);
}

}  // namespace
}  // namespace tirx::pass
