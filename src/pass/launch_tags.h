// SPDX-License-Identifier: Apache-2.0
// The names of launch values: fields of a device entry ("block.x") and tags of a kernel ("threadIdx.x").
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "diag/result.h"
#include "ir/stmt.h"

namespace tirx::pass {

inline constexpr const char* kLaunchBounds = "tirx.launch_bounds";  // int: threads per block, when constant
inline constexpr const char* kThreadExtent =
    "tirx.thread_extent";  // Map<String, Any>: tag -> constant extent
inline constexpr std::string_view kDynamicSmemTag = "tirx.use_dyn_shared_memory";

struct LaunchValue {
  std::string field, tag;
  ir::Expr value;
  bool is_extent = false;
};

// The launch values of a device entry in the order of their tags: what has a value, flags, and last dynamic
// shared memory. A flag has no value unless the launcher itself reads it. Fields that the language does not
// have for this target kind are errors.
Result<std::vector<LaunchValue>> LaunchValuesOf(const ir::Region& entry, std::string_view target_kind);

// The extents of a device entry's "grid" or "block"; those that the author left out are 1.
std::array<ir::Expr, 3> ExtentsOf(const ir::RegionNode& entry, std::string_view field);
// The extents of its block, where all of them are constants.
std::optional<std::array<int64_t, 3>> ConstantBlock(const ir::RegionNode& entry);

// The index or extent op's tag: gpu.block_idx and gpu.grid_dim of axis "x" are "blockIdx.x", gpu.thread_idx
// and gpu.block_dim "threadIdx.x". Nothing for other calls.
std::optional<std::string> TagOf(const ir::CallNode& call);

}  // namespace tirx::pass
