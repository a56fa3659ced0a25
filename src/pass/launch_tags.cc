// SPDX-License-Identifier: Apache-2.0
#include "pass/launch_tags.h"

#include <bit>

#include "ir/arith.h"
#include "ir/record.h"
#include "ir/registry.h"
#include "runtime/launch_plan.h"
#include "target/target.h"

namespace tirx::pass {
namespace {

using ir::FieldKind;
using ir::RecordRow;

// Whether the row's owner is the language itself or the backend of the target kind.
bool Serves(const RecordRow& row, std::string_view target_kind) {
  const ir::Snapshot& rows = ir::CurrentSnapshot();
  std::string_view owner = rows.OwnerOf<RecordRow>(row.name);
  return owner == "core" || owner == rows.OwnerOf<target::TargetKindRow>(target_kind);
}

// The launch record of this target that has all the fields; else the first field that none of them has.
Result<const RecordRow*> RecordFor(const ir::Region& entry, const ir::PackedFields& fields,
                                   std::string_view target_kind) {
  String unknown;
  for (const RecordRow* row : ir::CurrentSnapshot().All<RecordRow>()) {
    if (row->use != ir::RecordUse::Launch || !Serves(*row, target_kind)) continue;
    String missing;
    for (const String& name : fields.names)
      if (missing.empty() && !ir::PlaceOf(*row, View(name)).field) missing = name;
    if (missing.empty()) return row;
    unknown = missing;
  }
  return Fail(DK::UnknownLaunchField, entry->span, {View(unknown), target_kind});
}

// As runtime/launch_plan.h says: floats, which are constants, by their bits; flags as numbers.
ir::Expr AsLaunchValue(const ir::Expr& value) {
  auto* number = value.as<ir::FloatImmNode>();
  if (IsBool(value->dtype())) return ir::IntImm(Int(32), ir::ConstInt(value).value_or(0), value->span);
  return number ? ir::IntImm(Int(32), std::bit_cast<int32_t>(float(number->value)), value->span) : value;
}

}  // namespace

Result<std::vector<LaunchValue>> LaunchValuesOf(const ir::Region& entry, std::string_view target_kind) {
  ir::PackedFields fields = ir::LaunchOf(entry->args, entry->attrs);
  TIRX_TRY(const RecordRow* row, RecordFor(entry, fields, target_kind));
  std::vector<LaunchValue> values, flags, last;
  for (const ir::RecordField& field : row->fields) {
    for (size_t i = 0; i < fields.names.size(); ++i) {
      String packed_name = fields.names[i];  // short strings live in the object itself
      std::string_view name = View(packed_name);
      if (ir::PlaceOf(*row, name).field != &field) continue;
      const bool off = field.kind == FieldKind::Flag && ir::ConstInt(fields.values[i]) == 0;
      if (off) continue;
      const bool is_extent = field.kind == FieldKind::Dims, own = field.tag.empty();
      std::string tag =
          own ? std::string(runtime::kOwnTagPrefix) + std::string(name) : std::string(field.tag);
      if (is_extent) tag += name.substr(name.size() - 2);
      ir::Expr value = field.kind == FieldKind::Flag && !own ? ir::Expr() : AsLaunchValue(fields.values[i]);
      auto& list = tag == kDynamicSmemTag ? last : value.defined() ? values : flags;
      list.push_back({std::string(name), std::move(tag), std::move(value), is_extent});
    }
  }
  values.insert(values.end(), flags.begin(), flags.end());
  values.insert(values.end(), last.begin(), last.end());
  return values;
}

std::array<ir::Expr, 3> ExtentsOf(const ir::RegionNode& entry, std::string_view field) {
  ir::PackedFields launch = ir::LaunchOf(entry.args, entry.attrs);
  std::array<ir::Expr, 3> extents;
  for (size_t axis = 0; axis < 3; ++axis) {
    extents[axis] = launch.Find(std::string(field) + "." + "xyz"[axis]);
    if (!extents[axis].defined()) extents[axis] = ir::MakeConst(Int(32), 1);
  }
  return extents;
}

std::optional<std::array<int64_t, 3>> ConstantBlock(const ir::RegionNode& entry) {
  std::array<int64_t, 3> block;
  std::array<ir::Expr, 3> extents = ExtentsOf(entry, "block");
  for (size_t axis = 0; axis < 3; ++axis) {
    auto constant = ir::ConstInt(extents[axis]);
    if (!constant) return std::nullopt;
    block[axis] = *constant;
  }
  return block;
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
