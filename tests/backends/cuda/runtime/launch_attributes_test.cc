// SPDX-License-Identifier: Apache-2.0
// CUDA's own launch fields against cuda.h; compiled where a toolkit is installed in the usual place.
#include "backends/cuda/runtime/launch_attributes.h"

#include <gtest/gtest.h>

#include <bit>

#if __has_include("/usr/local/cuda/include/cuda.h")
#include "/usr/local/cuda/include/cuda.h"

namespace tirx::cuda {
namespace {

constexpr int kNewest = 99000;

runtime::KernelInfo KernelWith(std::vector<std::string> tags) {
  return {"k", {}, std::move(tags), {}};
}

// What cuLaunchKernelEx gets for a kernel whose own fields are `tags` with `values`.
class Attributes {
 public:
  Attributes(std::vector<std::string> tags, std::vector<int64_t> values) {
    runtime::KernelInfo kernel = KernelWith(std::move(tags));
    runtime::LaunchPlan plan;
    EXPECT_TRUE(MakeLaunchPlan(kernel, &plan).ok());
    LaunchFields fields;
    EXPECT_TRUE(FindLaunchFields(kernel, kNewest, &fields).ok());
    made_ = std::make_unique<LaunchAttributes>(FillLaunchConfig(plan, values.data()), fields, nullptr);
  }
  unsigned count() const { return made_->count(); }
  driver::Stream stream() const { return made_->stream(); }
  CUlaunchAttributeValue operator[](CUlaunchAttributeID id) const {
    CUlaunchAttributeValue value{};
    for (unsigned i = 0; i < made_->count(); ++i)
      if (int(made_->data()[i].id) == int(id)) std::memcpy(&value, &made_->data()[i].value, sizeof(value));
    return value;
  }

 private:
  std::unique_ptr<LaunchAttributes> made_;
};

TEST(LaunchAttributes, MembersLieWhereCudaHasThem) {
  Attributes made(
      {"blockIdx.x", "launch.access_policy_window.base_ptr", "launch.access_policy_window.num_bytes",
       "launch.access_policy_window.hit_ratio", "launch.access_policy_window.hit_prop",
       "launch.access_policy_window.miss_prop", "launch.mem_sync_domain_map.default",
       "launch.mem_sync_domain_map.remote", "launch.programmatic_event.event",
       "launch.programmatic_event.flags", "launch.programmatic_event.trigger_at_block_start",
       "launch.launch_completion_event.event", "launch.launch_completion_event.flags"},
      {4, 0x1234567890, 4096, std::bit_cast<int32_t>(0.5f), 2, 1, 3, 7, 0x77, 5, 1, 0x99, 6});
  EXPECT_EQ(made.count(), 4u);
  CUaccessPolicyWindow window = made[CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW].accessPolicyWindow;
  EXPECT_EQ(window.base_ptr, reinterpret_cast<void*>(0x1234567890));
  EXPECT_EQ(window.num_bytes, 4096u);
  EXPECT_EQ(window.hitRatio, 0.5f);
  EXPECT_EQ(window.hitProp, CU_ACCESS_PROPERTY_PERSISTING);
  EXPECT_EQ(window.missProp, CU_ACCESS_PROPERTY_STREAMING);
  CUlaunchMemSyncDomainMap map = made[CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP].memSyncDomainMap;
  EXPECT_EQ(map.default_, 3);
  EXPECT_EQ(map.remote, 7);
  auto event = made[CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT].programmaticEvent;
  EXPECT_EQ(event.event, reinterpret_cast<CUevent>(0x77));
  EXPECT_EQ(event.flags, 5);
  EXPECT_EQ(event.triggerAtBlockStart, 1);
  auto completion = made[CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT].launchCompletionEvent;
  EXPECT_EQ(completion.event, reinterpret_cast<CUevent>(0x99));
  EXPECT_EQ(completion.flags, 6);
}

TEST(LaunchAttributes, SinglesAreWhatTheScriptSays) {
  Attributes made(
      {"launch.stream", "launch.cluster_scheduling_policy", "launch.priority", "launch.mem_sync_domain",
       "launch.preferred_shared_memory_carveout", "tirx.use_cooperative_launch"},
      {0x5000, 2, -3, 1, 50});
  EXPECT_EQ(made.stream(), reinterpret_cast<driver::Stream>(0x5000));
  EXPECT_EQ(made.count(), 5u);
  EXPECT_EQ(made[CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE].clusterSchedulingPolicyPreference,
            CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING);
  EXPECT_EQ(made[CU_LAUNCH_ATTRIBUTE_PRIORITY].priority, -3);
  EXPECT_EQ(made[CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN].memSyncDomain, CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE);
  EXPECT_EQ(made[CU_LAUNCH_ATTRIBUTE_COOPERATIVE].cooperative, 1);
}

TEST(LaunchAttributes, WhatTheDriverLacksIsRefusedByNameAndVersion) {
  LaunchFields fields;
  EXPECT_EQ(
      FindLaunchFields(KernelWith({"launch.shared_memory_mode"}), 13000, &fields).message,
      "kernel `k`: launch field `shared_memory_mode` needs a driver for CUDA 13.2 or newer; this one is for "
      "13.0");
  EXPECT_EQ(FindLaunchFields(KernelWith({"launch.taste"}), kNewest, &fields).message,
            "kernel `k`: launch field `taste` is unknown to this version of the runtime");
}

}  // namespace
}  // namespace tirx::cuda
#endif
