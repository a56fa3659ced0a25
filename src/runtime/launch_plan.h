// SPDX-License-Identifier: Apache-2.0
// From a kernel's launch tags and the values passed for them to a checked launch configuration.
#pragma once

#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/kernel_info.h"
#include "runtime/launch_check.h"
#include "runtime/status.h"

namespace tirx::runtime {

// Tags that begin so are the launcher's own: one value each, kept in the order of the tags. A pointer's value
// is its address, a float's the bits of its float32.
inline constexpr std::string_view kOwnTagPrefix = "launch.";
inline constexpr size_t kMaxOwnValues = 24;

// What a launch value means. Groups of three are the axes x, y, z.
enum LaunchSlot : uint8_t {
  kGridX,
  kGridY,
  kGridZ,
  kBlockX,
  kBlockY,
  kBlockZ,
  kClusterX,
  kClusterY,
  kClusterZ,
  kPreferredClusterX,
  kPreferredClusterY,
  kPreferredClusterZ,
  kDynamicSharedBytes,
  kLaunchSlots,
  kFirstOwn = kLaunchSlots,
};
inline constexpr size_t kMaxLaunchValues = kFirstOwn + kMaxOwnValues;

struct LaunchConfig {
  std::array<int64_t, kMaxLaunchValues>
      values;  // by LaunchSlot, then the own ones; 64 bits, so that a value out of range is seen as it is
  bool has_cluster = false;
  bool has_preferred_cluster = false;
  bool cooperative = false;
  bool programmatic_serialization = false;
};

// The largest values a device takes.
using LaunchLimits = tirx_limits;

// How the values of one kernel's launch map to slots, worked out once per kernel.
struct LaunchPlan {
  std::vector<uint8_t> slots;  // where each value goes, in the order of the tags
  LaunchConfig defaults;       // all extents 1, no shared memory, and the flags set
};

// ValueError for an unknown tag, a tag twice, too many own ones, or dynamic shared memory before another tag.
RuntimeStatus MakeLaunchPlan(const KernelInfo& kernel, LaunchPlan* plan);

LaunchConfig FillLaunchConfig(const LaunchPlan& plan, const int64_t* values);

enum class LaunchVerdict { kLaunch = TIRX_LAUNCH, kNothingToDo = TIRX_NOTHING_TO_DO, kRaised = TIRX_RAISED };

// A zero in the grid means nothing to do. Anything else out of range raises a ValueError that names the
// kernel, the axis, the value and the limit.
LaunchVerdict CheckLaunch(const LaunchConfig& config, const LaunchLimits& limits, const std::string& kernel);

// "grid=(4, 1, 1) block=(128, 1, 1) dynamic shared memory=0", for error messages.
std::string Describe(const LaunchConfig& config);

}  // namespace tirx::runtime
