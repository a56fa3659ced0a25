// SPDX-License-Identifier: Apache-2.0
#include "pass/launch_tags.h"

namespace tirx::pass {
namespace {

struct FieldTag {
  std::string_view field, tag;
};
// In the order of the launch arguments.
constexpr FieldTag kFieldTags[] = {
    {"grid.x", "blockIdx.x"},
    {"grid.y", "blockIdx.y"},
    {"grid.z", "blockIdx.z"},
    {"block.x", "threadIdx.x"},
    {"block.y", "threadIdx.y"},
    {"block.z", "threadIdx.z"},
    {"dynamic_smem_bytes", kDynamicSmemTag},
};

}  // namespace

Result<std::vector<LaunchValue>> LaunchValuesOf(const ir::Region& entry, std::string_view target_kind) {
  auto fields = entry->attrs[kLaunchFields].cast<Array<String>>();
  std::vector<LaunchValue> values;
  size_t known = 0;
  for (const FieldTag& row : kFieldTags) {
    for (size_t i = 0; i < fields.size(); ++i) {
      if (View(fields[i]) != row.field) continue;
      values.push_back({std::string(row.field), std::string(row.tag), entry->args[i]});
      ++known;
    }
  }
  if (known == fields.size()) return values;
  for (const String& field : fields) {
    bool found = false;
    for (const FieldTag& row : kFieldTags) found |= row.field == View(field);
    if (!found) return Fail(DK::UnknownLaunchField, entry->span, {View(field), target_kind});
  }
  TIRX_UNREACHABLE("a launch field is given twice");
}

std::optional<std::string> TagOf(const ir::CallNode& call) {
  std::string_view op = call.op_name();
  bool of_grid = op == "gpu.block_idx" || op == "gpu.grid_dim",
       of_block = op == "gpu.thread_idx" || op == "gpu.block_dim";
  if (!of_grid && !of_block) return std::nullopt;
  auto axis = call.attrs["axis"].cast<String>();
  return (of_grid ? "blockIdx." : "threadIdx.") + std::string(axis);
}

}  // namespace tirx::pass
