// SPDX-License-Identifier: Apache-2.0
#include "pass/bind_target.h"

#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

std::string KindOf(const IRModule& module, std::string_view function) {
  auto target = module.Find(function)->attrs[attr::kTarget].cast<target::Target>();
  std::string kind(target->kind);
  if (target->host.defined()) kind += " with host " + std::string(target.host_target()->kind);
  return kind;
}

Function Private(
    const std::string& name, Builder::Block body = [] {}) {
  Builder b;
  b.Open();
  body();
  b.Emit(b.Close());
  return b.Finish(name, VoidType(), false);
}

// A private function that calls another.
Function Forwarding(const std::string& name, const std::string& callee) {
  Builder b;
  b.Evaluate(b.CallFunction(callee, VoidType(), {}));
  return b.Finish(name, VoidType(), false);
}

Function Entry(const std::string& name, std::vector<std::string> on_host, std::vector<std::string> on_device,
               bool exported = true) {
  Builder b;
  for (const std::string& callee : on_host) b.Evaluate(b.CallFunction(callee, VoidType(), {}));
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] {
    for (const std::string& callee : on_device) b.Evaluate(b.CallFunction(callee, VoidType(), {}));
  });
  return b.Finish(name, VoidType(), exported);
}

TEST(BindTarget, ByCaller) {
  TestTarget();
  IRModule module =
      Lowered({"bind-target"}, ModuleOf({Entry("main", {"h"}, {"d"}), Private("h"), Forwarding("d", "e"),
                                         Private("e"), Private("uncalled")}));
  EXPECT_EQ(KindOf(module, "main"), "testgpu with host c");
  EXPECT_EQ(KindOf(module, "h"), "c");
  EXPECT_EQ(KindOf(module, "d"), "testgpu");
  EXPECT_EQ(KindOf(module, "e"), "testgpu");
  EXPECT_EQ(KindOf(module, "uncalled"), "testgpu");
}

// They launch by themselves, so they are host code, and what they call there is, too.
TEST(BindTarget, UncalledFunctionsWithEntries) {
  TestTarget();
  IRModule module = Lowered(
      {"bind-target"},
      ModuleOf({Entry("main", {}, {}), Entry("uncalled", {"h"}, {"d"}, false), Private("h"), Private("d")}));
  EXPECT_EQ(KindOf(module, "uncalled"), "c");
  EXPECT_EQ(KindOf(module, "h"), "c");
  EXPECT_EQ(KindOf(module, "d"), "testgpu");
}

TEST(BindTarget, DeviceCodeCannotCallFunctionsWithEntries) {
  TestTarget();
  auto result =
      TryLower({"bind-target"}, ModuleOf({Entry("main", {}, {"other"}), Entry("other", {}, {}, false)}));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].kind, DK::NestedEntry);
  EXPECT_EQ(result.diagnostics()[0].notes.at(0).message, "`other`, which is called here, has one");
}

TEST(BindTarget, CalledFromBothSidesBecomesTwo) {
  TestTarget();
  IRModule module =
      Lowered({"bind-target"}, ModuleOf({Entry("main", {"both"}, {"both"}), Forwarding("both", "inner"),
                                         Private("inner"), Private("inner_host")}));
  EXPECT_EQ(KindOf(module, "both"), "testgpu");
  EXPECT_EQ(KindOf(module, "both_host"), "c");
  EXPECT_EQ(KindOf(module, "inner"), "testgpu");
  EXPECT_EQ(KindOf(module, "inner_host_1"), "c");  // the name was taken
  EXPECT_NE(Print(module.Find("both_host")).find("inner_host_1()"), std::string::npos);
  EXPECT_EQ(Print(module.Find("both")).find("inner_host"), std::string::npos);
  std::string main = Print(module.Find("main"));
  EXPECT_NE(main.find("both_host()"), std::string::npos);
  EXPECT_NE(main.find(" both()"), std::string::npos);
}

TEST(BindTarget, AHostTargetIsForEverything) {
  PassContext context = TestContext();
  context.target = target::Target("c", {}, target::Target());
  auto module = RunPasses(ModuleOf({Entry("main", {}, {"d"}), Private("d")}), {"bind-target"}, context);
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(KindOf(*module, "main"), "c");
  EXPECT_EQ(KindOf(*module, "d"), "c");
}

TEST(BindTarget, DeviceCodeCannotCallExportedFunctions) {
  TestTarget();
  auto result = TryLower({"bind-target"}, ModuleOf({Entry("main", {}, {"other"}), Entry("other", {}, {})}));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].kind, DK::DeviceCallsExported);
  EXPECT_EQ(result.diagnostics()[0].message,
            "device code calls `other`, which is exported; it can only call private functions, "
            "`@T.function(private=True)`");
}

}  // namespace
}  // namespace tirx::pass
