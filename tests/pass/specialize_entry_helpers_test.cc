// SPDX-License-Identifier: Apache-2.0
#include "pass/config_fixture.h"

namespace tirx::pass {
namespace {

const std::vector<std::string_view> kEntryPasses = {"bind-target", "bind-backend-config",
                                                    "specialize-entry-helpers"};

TEST(SpecializeEntryHelpers, EachConfigurationHasItsOwnHelpers) {
  ir::IRModule module = RunOn(TwoEntries(R"({"cuda": {"arch": "sm_90a", "nvrtc": ["--ftz=false"]}})",
                                         R"({"cuda": {"arch": "sm_100a", "nvrtc": ["--ftz=true"]}})"),
                              kEntryPasses, CudaContext("cuda:sm_100a"));
  auto groups = Groups(module);
  EXPECT_EQ((groups[{"sm_90a", false}].size()), 2u);
  EXPECT_EQ((groups[{"sm_100a", true}].size()), 2u);
  EXPECT_EQ(groups.size(), 2u) << ir::Print(module);
  EXPECT_FALSE(module.Find("helper").defined());
  EXPECT_FALSE(module.Find("leaf").defined());
}

TEST(SpecializeEntryHelpers, EqualConfigurationsShareThem) {
  std::string config = R"({"cuda": {"nvrtc": ["--ftz=true"]}})";
  ir::IRModule module = RunOn(TwoEntries(config, config), kEntryPasses, CudaContext("cuda:sm_80"));
  EXPECT_EQ(Names(module), (std::vector<std::string>{"main", "leaf_cuda", "helper_cuda"}));
}

TEST(SpecializeEntryHelpers, WhatFitsStays) {
  ir::IRModule before = TwoEntries("{}", R"({"cuda": {"nvrtc": []}})");
  ir::IRModule module = RunOn(before, kEntryPasses, CudaContext("cuda:sm_80"));
  EXPECT_EQ(module->functions.size(), 5u) << ir::Print(module);
  EXPECT_TRUE(module.Find("helper").defined());
  EXPECT_TRUE(module.Find("helper_cuda").defined());
}

}  // namespace
}  // namespace tirx::pass
