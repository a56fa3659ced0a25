// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch_plan.h"

#include <cstdlib>
#include <set>

namespace tirx::runtime {

namespace {

struct TagRow {
  const char* tag;
  LaunchSlot slot;
};

// clang-format off
constexpr TagRow kTags[] = {
    {"blockIdx.x", kGridX}, {"blockIdx.y", kGridY}, {"blockIdx.z", kGridZ},
    {"threadIdx.x", kBlockX}, {"threadIdx.y", kBlockY}, {"threadIdx.z", kBlockZ},
    {"clusterCtaIdx.x", kClusterX}, {"clusterCtaIdx.y", kClusterY}, {"clusterCtaIdx.z", kClusterZ},
    {"preferredClusterCtaIdx.x", kPreferredClusterX}, {"preferredClusterCtaIdx.y", kPreferredClusterY},
    {"preferredClusterCtaIdx.z", kPreferredClusterZ},
    {"tirx.use_dyn_shared_memory", kDynamicSharedBytes},
};
struct FlagRow {
  const char* tag;
  bool LaunchConfig::* flag;
};
constexpr FlagRow kFlags[] = {
    // The spelling is part of the serialised vocabulary.
    {"tirx.use_programtic_dependent_launch", &LaunchConfig::programmatic_serialization},
    {"tirx.use_cooperative_launch", &LaunchConfig::cooperative},
};
// clang-format on

const TagRow* FindTag(const std::string& tag) {
  for (const TagRow& row : kTags) {
    if (tag == row.tag) return &row;
  }
  return nullptr;
}

bool SetFlag(const std::string& tag, LaunchConfig* config) {
  for (const FlagRow& row : kFlags) {
    if (tag != row.tag) continue;
    config->*row.flag = true;
    return true;
  }
  return false;
}

}  // namespace

RuntimeStatus MakeLaunchPlan(const KernelInfo& kernel, LaunchPlan* plan) {
  LaunchPlan made;
  made.defaults.values.fill(0);
  std::fill_n(made.defaults.values.begin(), size_t(kDynamicSharedBytes), 1);
  std::set<std::string> seen;
  size_t own = 0;
  auto fail = [&](const std::string& tag, const char* reason) {
    return RuntimeStatus::Error(kValueError,
                                "kernel `" + kernel.name + "`: launch tag `" + tag + "` " + reason);
  };
  for (const std::string& tag : kernel.launch_tags) {
    if (SetFlag(tag, &made.defaults)) continue;
    const TagRow* row = FindTag(tag);
    const bool is_own = tag.starts_with(kOwnTagPrefix);
    if (row == nullptr && !is_own) return fail(tag, "is unknown");
    if (is_own && own == kMaxOwnValues) return fail(tag, "is one too many");
    if (!seen.insert(tag).second) return fail(tag, "is there twice");
    if (made.slots.size() && made.slots.back() == kDynamicSharedBytes)
      return fail(tag, "follows the dynamic shared memory, which must be last");
    made.slots.push_back(uint8_t(is_own ? kFirstOwn + own++ : size_t(row->slot)));
    if (is_own) continue;
    if (row->slot >= kClusterX && row->slot <= kClusterZ) made.defaults.has_cluster = true;
    if (row->slot >= kPreferredClusterX && row->slot <= kPreferredClusterZ)
      made.defaults.has_preferred_cluster = true;
  }
  *plan = std::move(made);
  return {};
}

LaunchConfig FillLaunchConfig(const LaunchPlan& plan, const int64_t* values) {
  LaunchConfig config = plan.defaults;
  for (uint8_t slot : plan.slots) config.values[slot] = *values++;
  return config;
}

static_assert(int(kGridX) == TIRX_GRID && int(kBlockX) == TIRX_BLOCK && int(kClusterX) == TIRX_CLUSTER &&
              int(kPreferredClusterX) == TIRX_PREFERRED_CLUSTER &&
              int(kDynamicSharedBytes) == TIRX_DYNAMIC_SHARED && int(kFirstOwn) == TIRX_FIRST_OWN);

LaunchVerdict CheckLaunch(const LaunchConfig& config, const LaunchLimits& limits, const std::string& kernel) {
  return LaunchVerdict(tirx_check_launch(kernel.c_str(), config.values.data(), config.has_cluster,
                                         config.has_preferred_cluster, &limits));
}

std::string Describe(const LaunchConfig& config) {
  tirx_text text{};
  tirx_add_launch(&text, config.values.data(), config.has_cluster);
  std::string description(text.data, text.size);
  std::free(text.data);
  return description;
}

}  // namespace tirx::runtime
