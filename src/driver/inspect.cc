// SPDX-License-Identifier: Apache-2.0
#include "driver/inspect.h"

namespace tirx::driver {
namespace {

// What the tool was called with, an item a line.
std::string ArgumentLines(const DeviceBinary& binary) {
  std::string text = binary.tool + ' ' + binary.version + ":\n";
  for (const std::string& item : binary.argv) text += item + '\n';
  return text;
}

Result<std::string> InspectUnit(const ArtifactUnit& unit, std::string_view what) {
  if (what == "source" || what == unit.language) return unit.source;
  if (what == "resources") return ResourceTable(unit.binary);
  if (what == "config") return unit.binary.backend_config + "\n";
  if (what == "log") return unit.binary.log;
  if (what == "argv") return ArgumentLines(unit.binary);
  for (auto* row : ir::CurrentSnapshot().All<ToolchainRow>())
    if (row->module_kind == unit.module_kind && row->inspect) return row->inspect(unit.binary, what);
  return Fail(DK::CannotInspect, Span(), {what, unit.binary.format});
}

}  // namespace

Result<std::string> Inspect(const Artifact& artifact, std::string_view what) {
  if (what == "host") {
    runtime::HostProgram program;
    if (auto status = runtime::LoadHostProgram(artifact.host_program, &program); !status.ok())
      return Fail(DK::BadArtifact, Span(), {"<artifact>", status.message});
    return runtime::Disassemble(program);
  }
  std::string text;
  for (const ArtifactUnit& unit : artifact.units) {
    TIRX_TRY(std::string part, InspectUnit(unit, what));
    text += part;
  }
  return text;
}

}  // namespace tirx::driver
