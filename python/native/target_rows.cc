// SPDX-License-Identifier: Apache-2.0
// Target kinds, tags, detectors and configuration schemas that Python registers.
#include "backend/detector.h"
#include "python/native/backend_rows.h"
#include "target/backend_config.h"
#include "target/target.h"

namespace tirx::python {
namespace {

using target::AttrKind;

AttrKind AttrKindOf(std::string_view name) {
  if (name == "int") return AttrKind::Int;
  if (name == "bool") return AttrKind::Bool;
  return name == "json" ? AttrKind::Json : AttrKind::Text;
}

Status CheckAttrs(const void* state, const Attrs& attrs) {
  auto checked = (*static_cast<const BackendCallback*>(state))(attrs);
  if (!checked.ok()) return checked.failure();
  return Ok{};
}

void AddKind(const Fields& fields) {
  auto& attrs = fields.store().Keep(std::vector<target::TargetAttr>());
  for (const Fields& attr : fields.Rows("attrs"))
    attrs.push_back({attr.Text("name"), AttrKindOf(attr.Text("kind")), attr.Text("doc")});
  target::TargetKindRow row;
  row.name = fields.Text("name");
  row.device_type = DLDeviceType(fields.Int("device_type"));
  row.attrs = attrs;
  row.max_threads_per_block = fields.Int("max_threads_per_block");
  row.max_static_shared_bytes = fields.Int("max_static_shared_bytes");
  row.subgroup_size = fields.Int("subgroup_size");
  auto& most = fields.store().Keep(std::vector<target::LaunchMost>());
  for (const Fields& limit : fields.Rows("launch_most"))
    most.push_back({limit.Text("tag"), limit.Int("most")});
  row.launch_most = most;
  if (auto* check = fields.Callback("check", "the check of target kind `" + std::string(row.name) + "`"))
    row.check = {CheckAttrs, check};
  auto& types =
      fields.store().Keep(target::NativeTypes{fields.Types("compute_types"), fields.Types("storage_types")});
  row.native_types = {
      [](const void* state, std::string_view) { return *static_cast<const target::NativeTypes*>(state); },
      &types};
  row.doc = fields.Text("doc");
  fields.to().Add(row);
}

void AddTag(const Fields& fields) {
  fields.to().Add(target::TargetTagRow{fields.Text("name"), fields.Text("target"), fields.Text("source")});
}

Result<target::Target> Detect(const void* state, int device_id) {
  TIRX_TRY(Any found, (*static_cast<const BackendCallback*>(state))(int64_t(device_id)));
  return found.cast<target::Target>();
}

void AddDetector(const Fields& fields) {
  backend::DetectorRow row;
  row.name = fields.Text("name");
  row.detect = {Detect, fields.Callback("detect", "the detector of `" + std::string(row.name) + "`")};
  fields.to().Add(row);
}

// What is refused on purpose is the user's mistake, said as for every backend.
Result<Attrs> CheckConfig(const void* state, const Attrs& given) {
  auto& check = *static_cast<const BackendCallback*>(state);
  CallOutcome outcome = check.Call(given);
  if (outcome.kind == CallOutcome::Refused)
    return Fail(DK::BadBackendConfig, outcome.at, {"of `" + check.backend() + "`", outcome.message});
  TIRX_TRY(Any checked, check.ResultOf(outcome));
  return checked.cast<Attrs>();
}

void AddSchema(const Fields& fields) {
  target::ConfigSchemaRow row;
  row.name = fields.store().Text(fields.to().registrar.backend());
  row.check = {CheckConfig, fields.Callback("check", "the check of its configuration")};
  auto& defaults = fields.store().Keep(fields.At<Attrs>("defaults"));
  row.defaults = {[](const void* state) { return *static_cast<const Attrs*>(state); }, &defaults};
  row.needs_arch = fields.Bool("needs_arch");
  fields.to().Add(row);
}

}  // namespace

std::vector<RowMakerRow> TargetRowMakers() {
  return {{"target", AddKind}, {"tag", AddTag}, {"detector", AddDetector}, {"config_schema", AddSchema}};
}

}  // namespace tirx::python
