// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch_plan.h"

#include <gtest/gtest.h>

#include "runtime/calls.h"

namespace tirx::runtime {
namespace {

constexpr LaunchLimits kLimits{{2147483647, 65535, 65535}, {1024, 1024, 64}, 1024, 8, 232448};

LaunchConfig Config(std::vector<std::string> tags, std::vector<int64_t> values) {
  LaunchPlan plan;
  RuntimeStatus status = MakeLaunchPlan({"k", {}, std::move(tags), {}}, &plan);
  EXPECT_TRUE(status.ok()) << status.message;
  EXPECT_EQ(plan.slots.size(), values.size());
  return FillLaunchConfig(plan, values.data());
}

std::string MessageOf(std::vector<std::string> tags, std::vector<int64_t> values) {
  if (CheckLaunch(Config(std::move(tags), std::move(values)), kLimits, "k") != LaunchVerdict::kRaised)
    return "";
  testing::Outcome outcome = testing::TakeOutcome(-1, {});
  EXPECT_EQ(outcome.kind, "ValueError");
  return outcome.message;
}

TEST(LaunchPlan, ValuesGoWhereTheirTagsSay) {
  LaunchConfig config = Config({"blockIdx.y", "threadIdx.x", "tirx.use_cooperative_launch", "clusterCtaIdx.x",
                                "tirx.use_programtic_dependent_launch", "tirx.use_dyn_shared_memory"},
                               {7, 128, 2, 4096});
  EXPECT_EQ(config.values[kGridX], 1);
  EXPECT_EQ(config.values[kGridY], 7);
  EXPECT_EQ(config.values[kBlockX], 128);
  EXPECT_EQ(config.values[kClusterX], 2);
  EXPECT_EQ(config.values[kDynamicSharedBytes], 4096);
  EXPECT_TRUE(config.has_cluster && config.cooperative && config.programmatic_serialization);
  EXPECT_FALSE(config.has_preferred_cluster);
  EXPECT_EQ(Describe(config),
            "grid=(1, 7, 1) block=(128, 1, 1) cluster=(2, 1, 1) dynamic shared memory=4096");
}

TEST(LaunchPlan, WrongTagsAreRefused) {
  auto message = [](std::vector<std::string> tags) {
    LaunchPlan plan;
    return MakeLaunchPlan({"k", {}, std::move(tags), {}}, &plan).message;
  };
  EXPECT_EQ(message({"blockIdx.w"}), "kernel `k`: launch tag `blockIdx.w` is unknown");
  EXPECT_EQ(message({"blockIdx.x", "blockIdx.x"}), "kernel `k`: launch tag `blockIdx.x` is there twice");
  EXPECT_EQ(message({"tirx.use_dyn_shared_memory", "blockIdx.x"}),
            "kernel `k`: launch tag `blockIdx.x` follows the dynamic shared memory, which must be last");
}

TEST(LaunchPlan, RangesNameAxisValueAndLimit) {
  EXPECT_EQ(MessageOf({"blockIdx.x"}, {4294967296}),
            "kernel `k`: grid dimension x is 4294967296; the limit is 2147483647");
  EXPECT_EQ(MessageOf({"blockIdx.y"}, {65536}), "kernel `k`: grid dimension y is 65536; the limit is 65535");
  EXPECT_EQ(MessageOf({"blockIdx.x"}, {-1}), "kernel `k`: grid dimension x is -1; it must not be negative");
  EXPECT_EQ(MessageOf({"threadIdx.z"}, {65}), "kernel `k`: block dimension z is 65; the limit is 64");
  EXPECT_EQ(MessageOf({"threadIdx.x", "threadIdx.y"}, {64, 32}),
            "kernel `k`: a block of 2048 threads; the limit is 1024");
  EXPECT_EQ(MessageOf({"tirx.use_dyn_shared_memory"}, {232449}),
            "kernel `k`: dynamic shared memory in bytes is 232449; the limit is 232448");
  EXPECT_EQ(MessageOf({"tirx.use_dyn_shared_memory"}, {-4}),
            "kernel `k`: dynamic shared memory in bytes is -4; it must not be negative");
  EXPECT_EQ(MessageOf({"clusterCtaIdx.x"}, {9}), "kernel `k`: cluster dimension x is 9; the limit is 8");
  EXPECT_EQ(MessageOf({"blockIdx.x", "blockIdx.y", "clusterCtaIdx.x", "clusterCtaIdx.y"}, {4, 4, 4, 4}),
            "kernel `k`: a cluster of 16 blocks; the limit is 8");
  EXPECT_EQ(
      MessageOf({"blockIdx.x", "clusterCtaIdx.x"}, {5, 2}),
      "kernel `k`: grid dimension x is 5; it must be a multiple of the cluster dimension x, which is 2");
  EXPECT_EQ(MessageOf({"blockIdx.x", "preferredClusterCtaIdx.x"}, {5, 4}),
            "kernel `k`: grid dimension x is 5; it must be a multiple of the preferred cluster dimension x, "
            "which is 4");
  EXPECT_EQ(
      MessageOf({"blockIdx.x", "clusterCtaIdx.x", "preferredClusterCtaIdx.x"}, {12, 4, 6}),
      "kernel `k`: preferred cluster dimension x is 6; it must be a multiple of the cluster dimension x, "
      "which is 4");
}

TEST(LaunchPlan, DevicesWithoutClusters) {
  LaunchLimits without = kLimits;
  without.blocks_per_cluster = 0;
  EXPECT_EQ(CheckLaunch(Config({"clusterCtaIdx.x"}, {2}), without, "k"), LaunchVerdict::kRaised);
  EXPECT_EQ(testing::TakeOutcome(-1, {}).message,
            "kernel `k` is launched in clusters, which the device lacks");
}

TEST(LaunchPlan, AZeroGridLaunchesNothingAndAZeroBlockIsAnError) {
  EXPECT_EQ(CheckLaunch(Config({"blockIdx.x", "threadIdx.x"}, {0, 32}), kLimits, "k"),
            LaunchVerdict::kNothingToDo);
  EXPECT_EQ(CheckLaunch(Config({"blockIdx.z", "threadIdx.x"}, {0, 32}), kLimits, "k"),
            LaunchVerdict::kNothingToDo);
  EXPECT_EQ(CheckLaunch(Config({"blockIdx.x", "threadIdx.x"}, {1, 32}), kLimits, "k"),
            LaunchVerdict::kLaunch);
  EXPECT_EQ(MessageOf({"blockIdx.x", "threadIdx.x"}, {0, 0}),
            "kernel `k`: block dimension x is 0; it must be at least 1");
  EXPECT_EQ(MessageOf({"blockIdx.x", "clusterCtaIdx.y"}, {0, 0}),
            "kernel `k`: cluster dimension y is 0; it must be at least 1");
}

}  // namespace
}  // namespace tirx::runtime
