// SPDX-License-Identifier: Apache-2.0
#include "pass/config_fixture.h"

namespace tirx::pass {
namespace {

const std::vector<std::string_view> kDevicePasses = {"bind-target", "bind-backend-config",
                                                     "split-host-device", "specialize-device-helpers"};

TEST(SpecializeDeviceHelpers, EachGroupOfKernelsHasItsOwnHelpers) {
  ir::IRModule module = RunOn(TwoEntries(R"({"cuda": {"arch": "sm_90a", "nvrtc": ["--ftz=false"]}})",
                                         R"({"cuda": {"arch": "sm_100a", "nvrtc": ["--ftz=true"]}})"),
                              kDevicePasses, CudaContext("cuda:sm_100a"));
  auto groups = Groups(module);
  ASSERT_EQ(groups.size(), 2u) << ir::Print(module);
  for (const auto& [key, names] : groups) EXPECT_EQ(names.size(), 3u) << ir::Print(module);
}

TEST(SpecializeDeviceHelpers, KernelsThatFitKeepTheirs) {
  ir::IRModule module = RunOn(TwoEntries("{}", "{}"), kDevicePasses, CudaContext("cuda:sm_80"));
  EXPECT_EQ(Names(module).size(), 5u);
  EXPECT_TRUE(module.Find("leaf").defined());
}

}  // namespace
}  // namespace tirx::pass
