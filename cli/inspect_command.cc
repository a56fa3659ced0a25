// SPDX-License-Identifier: Apache-2.0
// tirx inspect: what is inside an artifact.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/report_table.h"
#include "driver/artifact.h"
#include "driver/files.h"

namespace tirx::cli {
namespace {

struct Options {
  std::string file, show = "resources";
};

Result<std::string> View(const driver::ArtifactUnit& unit, const std::string& what) {
  if (what == "source") return unit.source;
  if (what == "resources") return ResourceTable(unit.binary);
  if (what == "config") return unit.binary.backend_config + "\n";
  if (what == "log") return unit.binary.log;
  if (what == unit.binary.format) return unit.binary.image;
  for (auto* row : ir::CurrentSnapshot().All<driver::ToolchainRow>())
    if (row->module_kind == unit.module_kind && row->inspect) return row->inspect(unit.binary, what);
  return Fail(DK::CannotInspect, Span(), {what, unit.binary.format});
}

Result<std::string> Run(const Options& options) {
  TIRX_TRY(std::string bytes, driver::ReadFile(options.file));
  TIRX_TRY(driver::Artifact artifact, driver::LoadArtifact(bytes, options.file));
  if (options.show == "host") {
    runtime::HostProgram program;
    if (auto status = runtime::LoadHostProgram(artifact.host_program, &program); !status.ok())
      return Fail(DK::BadArtifact, Span(), {options.file, status.message});
    return runtime::Disassemble(program);
  }
  std::string text;
  for (const auto& unit : artifact.units) {
    TIRX_TRY(std::string part, View(unit, options.show));
    text += part;
  }
  return text;
}

}  // namespace

void AddInspectCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("inspect", "show what is inside an artifact");
  command->add_option("ARTIFACT", options->file, "file written by `tirx compile`")->required();
  command->add_option("--show", options->show, "what to show")
      ->check(CLI::IsMember({"source", "ptx", "sass", "resources", "config", "log", "host"}))
      ->type_name("source|ptx|sass|resources|config|log|host")
      ->capture_default_str();
  command->footer("examples:\n  tirx inspect softmax.tirx --show sass\n  tirx inspect softmax.tirx --show source");
  command->callback([options, exit] {
    auto text = Run(*options);
    if (text.ok()) std::fwrite(text->data(), 1, text->size(), stdout);
    *exit = text.ok() ? kFine : Report(text.diagnostics());
  });
}

}  // namespace tirx::cli
