// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

const std::vector<std::string_view> kPass = {"copy-exported"};

Function Calling(const std::string& name, const std::string& callee, bool exported) {
  Builder b;
  Var x = b.Param("x", Int(32));
  b.Return(b.CallFunction(callee, PrimType(Int(32)), {x + Int32(1)}));
  return b.Finish(name, PrimType(Int(32)), exported);
}

TEST(CopyExported, HostCodeCallsPrivateCopies) {
  TestTarget();
  IRModule before = ModuleOf({Calling("main", "helper", true), Calling("helper", "leaf", false),
                              Calling("leaf", "leaf", true), Calling("leaf_private", "main", false)});
  IRModule module = Lowered(kPass, before);
  // Recursion stays inside the copy, whose name is free.
  EXPECT_EQ(BodyText(module, "leaf_private_1"), "return leaf_private_1(x + 1)\n");
  EXPECT_EQ(BodyText(module, "leaf"), "return leaf_private_1(x + 1)\n");
  EXPECT_EQ(BodyText(module, "helper"), "return leaf_private_1(x + 1)\n");
  EXPECT_EQ(BodyText(module, "leaf_private"), "return main_private(x + 1)\n");
  EXPECT_EQ(BodyText(module, "main_private"), "return helper(x + 1)\n");
  EXPECT_FALSE(module.Find("leaf_private_1")->is_exported());
  EXPECT_TRUE(module.Find("leaf")->is_exported());
  EXPECT_EQ(module->functions.size(), 6u);
}

TEST(CopyExported, DeviceCodeIsLeftForBindTarget) {
  TestTarget();
  Builder b;
  b.DeviceEntry({b.CallFunction("leaf", PrimType(Int(32)), {Int32(3)})}, {Int32(1)},
                [&] { b.Evaluate(b.CallFunction("leaf", PrimType(Int(32)), {Int32(4)})); });
  IRModule module = Lowered(kPass, ModuleOf({b.Finish("main"), Calling("leaf", "leaf", true)}));
  std::string body = BodyText(module, "main");
  EXPECT_NE(body.find("grid=leaf_private(3)"), std::string::npos) << body;
  EXPECT_NE(body.find("    leaf(4)"), std::string::npos) << body;
}

TEST(CopyExported, OthersStayAsTheyAre) {
  TestTarget();
  Builder declared;
  declared.Param("x", Int(32));
  Function leaf = declared.Finish("leaf", PrimType(Int(32))).WithBody(Stmt());
  IRModule module = ModuleOf(
      {Calling("main", "leaf", true), leaf, Calling("own", "main_", false), Calling("main_", "own", false)});
  EXPECT_TRUE(Lowered(kPass, module).same_as(module));
}

}  // namespace
}  // namespace tirx::pass
