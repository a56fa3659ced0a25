// SPDX-License-Identifier: Apache-2.0
#include "pass/config_fixture.h"

namespace tirx::pass {
namespace {

const std::vector<std::string_view> kBind = {"bind-target", "bind-backend-config"};

TEST(BindBackendConfig, EntriesOverrideTheCallWhichOverridesTheTarget) {
  ir::IRModule module = RunOn(
      TwoEntries(R"({"cuda": {"arch": "sm_90a", "nvrtc": ["--ftz=false"]}})",
                 R"({"cuda": {"compiler": "nvcc"}})"),
      kBind,
      CudaContext(R"({"kind": "cuda", "arch": "sm_100a", "backend_config": {"cuda": {"ptxas": ["-O1"]}}})",
                  R"({"cuda": {"nvrtc": ["--generate-line-info"]}})"));
  std::vector<Attrs> entries = EntryAttrs(module);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(BindingOf(entries[0]).target->arch(), "sm_90a");
  EXPECT_EQ(BindingOf(entries[0]).config,
            R"({"cuda":{"arch":"sm_90a","compiler":"nvrtc","nvcc":["--use_fast_math"],)"
            R"("nvrtc":["--ftz=false"],"ptxas":["-O1"]}})");
  EXPECT_EQ(BindingOf(entries[1]).target->arch(), "sm_100a");
  EXPECT_EQ(BindingOf(entries[1]).config,
            R"({"cuda":{"arch":"sm_100a","compiler":"nvcc","nvcc":["--use_fast_math"],)"
            R"("nvrtc":["--generate-line-info"],"ptxas":["-O1"]}})");
  EXPECT_FALSE(BindingOf(entries[0]).target->host.defined());
  EXPECT_TRUE(BindingOf(module.Find("main")->attrs).target->host.defined());
}

TEST(BindBackendConfig, AFunctionsOwnStandsBetweenTheCallAndItsEntries) {
  ir::IRModule module = TwoEntries(R"({"cuda": {"ptxas": ["-O2"]}})", "{}");
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions)
    functions.push_back(function->is_exported()
                            ? function.WithAttr("backend_config", String(R"({"cuda":{"ptxas":["-O1"]}})"))
                            : function);
  module = RunOn(module.WithFunctions(functions), kBind,
                 CudaContext("cuda:sm_80", R"({"cuda": {"ptxas": ["-O0"], "nvrtc": []}})"));
  std::vector<Attrs> entries = EntryAttrs(module);
  EXPECT_NE(BindingOf(entries[0]).config.find(R"("ptxas":["-O2"])"), std::string::npos);
  EXPECT_NE(BindingOf(entries[1]).config.find(R"("ptxas":["-O1"])"), std::string::npos);
  EXPECT_NE(BindingOf(entries[1]).config.find(R"("nvrtc":[])"), std::string::npos);
  EXPECT_NE(BindingOf(module.Find("helper")->attrs).config.find(R"("ptxas":["-O0"])"), std::string::npos);
}

TEST(BindBackendConfig, NoArchitectureIsAnErrorForDeviceCodeAlone) {
  PassContext context = CudaContext("cuda");
  context.why_no_arch = ", since it rains";
  ir::IRModule module = TwoEntries("{}", "{}");
  auto refused = RunPasses(module, kBind, context);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics()[0].kind, DK::ArchNotGiven);
  EXPECT_TRUE(refused.diagnostics()[0].span.defined());
  context.device_code = false;
  EXPECT_EQ(EntryAttrs(RunOn(module, kBind, context)).size(), 2u);
}

TEST(BindBackendConfig, OtherTargetsIgnoreIt) {
  ir::IRModule module =
      RunOn(TwoEntries(R"({"cuda": {"arch": "sm_90a"}})", "{}"), kBind, CudaContext("null"));
  for (const Attrs& attrs : EntryAttrs(module)) EXPECT_FALSE(ir::HasAttr(attrs, ir::attr::kTarget));
}

TEST(BindBackendConfig, BoundEntriesReadBackAsTheyArePrinted) {
  ir::IRModule module =
      RunOn(TwoEntries(R"({"cuda": {"arch": "sm_90a"}})", "{}"), kBind, CudaContext("cuda:sm_80"));
  auto again = script::ParseModule(SourceFile("printed.py", ir::Print(module)));
  ASSERT_TRUE(again.ok()) << diag::Render(again.diagnostics()) << ir::Print(module);
  EXPECT_TRUE(StructuralEqual(module, *again));
}

}  // namespace
}  // namespace tirx::pass
