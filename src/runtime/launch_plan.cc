// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch_plan.h"

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
constexpr const char* kSlotNames[kLaunchSlots] = {
    "grid dimension x", "grid dimension y", "grid dimension z",
    "block dimension x", "block dimension y", "block dimension z",
    "cluster dimension x", "cluster dimension y", "cluster dimension z",
    "preferred cluster dimension x", "preferred cluster dimension y", "preferred cluster dimension z",
    "dynamic shared memory in bytes",
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

LaunchVerdict OutOfRange(std::string_view kernel, LaunchSlot slot, int64_t value, const std::string& rule) {
  Raise(kValueError, "kernel `" + std::string(kernel) + "`: " + kSlotNames[slot] + " is " +
                         std::to_string(value) + "; " + rule);
  return LaunchVerdict::kRaised;
}

std::string Limit(int64_t limit) {
  return "the limit is " + std::to_string(limit);
}

int64_t ProductOf(const LaunchConfig& config, LaunchSlot first) {
  return config.values[first] * config.values[first + 1] * config.values[first + 2];
}

// Three extents that must be at least 1; each at most 1024 or so once checked, so their product fits.
LaunchVerdict CheckExtents(const LaunchConfig& config, LaunchSlot first, const std::array<int64_t, 3>& limits,
                           std::string_view kernel) {
  for (int axis = 0; axis < 3; ++axis) {
    LaunchSlot slot = LaunchSlot(first + axis);
    int64_t value = config.values[slot];
    if (value < 1) return OutOfRange(kernel, slot, value, "it must be at least 1");
    if (value > limits[axis]) return OutOfRange(kernel, slot, value, Limit(limits[axis]));
  }
  return LaunchVerdict::kLaunch;
}

LaunchVerdict CheckCluster(const LaunchConfig& config, LaunchSlot first, const LaunchLimits& limits,
                           std::string_view kernel) {
  const int64_t most = limits.blocks_per_cluster;
  if (most == 0) {
    Raise(kValueError,
          "kernel `" + std::string(kernel) + "` is launched in clusters, which the device lacks");
    return LaunchVerdict::kRaised;
  }
  if (CheckExtents(config, first, {most, most, most}, kernel) == LaunchVerdict::kRaised)
    return LaunchVerdict::kRaised;
  if (ProductOf(config, first) > most) {
    Raise(kValueError, "kernel `" + std::string(kernel) + "`: a cluster of " +
                           std::to_string(ProductOf(config, first)) + " blocks; " + Limit(most));
    return LaunchVerdict::kRaised;
  }
  for (int axis = 0; axis < 3; ++axis) {
    int64_t cluster = config.values[first + axis];
    if (config.values[kGridX + axis] % cluster != 0)
      return OutOfRange(kernel, LaunchSlot(kGridX + axis), config.values[kGridX + axis],
                        "it must be a multiple of the " + std::string(kSlotNames[first + axis]) +
                            ", which is " + std::to_string(cluster));
  }
  return LaunchVerdict::kLaunch;
}

// A preferred cluster is made of whole regular ones.
LaunchVerdict CheckPreferredCluster(const LaunchConfig& config, const LaunchLimits& limits,
                                    std::string_view kernel) {
  if (CheckCluster(config, kPreferredClusterX, limits, kernel) == LaunchVerdict::kRaised)
    return LaunchVerdict::kRaised;
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t preferred = config.values[kPreferredClusterX + axis];
    const int64_t cluster = config.values[kClusterX + axis];
    if (preferred % cluster != 0)
      return OutOfRange(kernel, LaunchSlot(kPreferredClusterX + axis), preferred,
                        "it must be a multiple of the " + std::string(kSlotNames[kClusterX + axis]) +
                            ", which is " + std::to_string(cluster));
  }
  return LaunchVerdict::kLaunch;
}

LaunchVerdict CheckGrid(const LaunchConfig& config, const LaunchLimits& limits, std::string_view kernel) {
  LaunchVerdict verdict = LaunchVerdict::kLaunch;
  for (int axis = 0; axis < 3; ++axis) {
    int64_t value = config.values[kGridX + axis];
    if (value < 0) return OutOfRange(kernel, LaunchSlot(kGridX + axis), value, "it must not be negative");
    if (value > limits.grid[axis])
      return OutOfRange(kernel, LaunchSlot(kGridX + axis), value, Limit(limits.grid[axis]));
    if (value == 0) verdict = LaunchVerdict::kNothingToDo;
  }
  return verdict;
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

LaunchVerdict CheckLaunch(const LaunchConfig& config, const LaunchLimits& limits, std::string_view kernel) {
  if (CheckExtents(config, kBlockX, limits.block, kernel) == LaunchVerdict::kRaised)
    return LaunchVerdict::kRaised;
  int64_t threads = ProductOf(config, kBlockX);
  if (threads > limits.threads_per_block) {
    Raise(kValueError, "kernel `" + std::string(kernel) + "`: a block of " + std::to_string(threads) +
                           " threads; " + Limit(limits.threads_per_block));
    return LaunchVerdict::kRaised;
  }
  int64_t shared = config.values[kDynamicSharedBytes];
  if (shared < 0) return OutOfRange(kernel, kDynamicSharedBytes, shared, "it must not be negative");
  if (shared > limits.dynamic_shared_bytes)
    return OutOfRange(kernel, kDynamicSharedBytes, shared, Limit(limits.dynamic_shared_bytes));
  LaunchVerdict grid = CheckGrid(config, limits, kernel);
  if (grid == LaunchVerdict::kRaised) return grid;
  if (config.has_cluster && CheckCluster(config, kClusterX, limits, kernel) == LaunchVerdict::kRaised)
    return LaunchVerdict::kRaised;
  if (config.has_preferred_cluster && CheckPreferredCluster(config, limits, kernel) == LaunchVerdict::kRaised)
    return LaunchVerdict::kRaised;
  return grid;
}

std::string Describe(const LaunchConfig& config) {
  auto triple = [&](LaunchSlot first) {
    return "(" + std::to_string(config.values[first]) + ", " + std::to_string(config.values[first + 1]) +
           ", " + std::to_string(config.values[first + 2]) + ")";
  };
  std::string text = "grid=" + triple(kGridX) + " block=" + triple(kBlockX);
  if (config.has_cluster) text += " cluster=" + triple(kClusterX);
  return text + " dynamic shared memory=" + std::to_string(config.values[kDynamicSharedBytes]);
}

}  // namespace tirx::runtime
