// SPDX-License-Identifier: Apache-2.0
// A field of a launch configuration that a backend adds to grid, block and dynamic_smem_bytes.
#pragma once

#include <string_view>

namespace tirx::script {

struct LaunchFieldRow {
  static constexpr std::string_view kTable = "launch_fields";
  std::string_view name;  // as in LaunchConfig(name=...)
  bool is_dims = false;   // one to three extents, packed as name.x, name.y, name.z
  std::string_view doc = "";
};

}  // namespace tirx::script
