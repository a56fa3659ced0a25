// SPDX-License-Identifier: Apache-2.0
// tirx inspect: what is inside an artifact.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/usage.h"
#include "driver/files.h"
#include "driver/inspect.h"

namespace tirx::cli {
namespace {

struct InspectArguments {
  std::string file, show = "resources";
  bool json = false;
};

Result<std::string> Run(const InspectArguments& options) {
  TIRX_TRY(std::string bytes, driver::ReadFile(options.file));
  TIRX_TRY(driver::Artifact artifact, driver::LoadArtifact(bytes, options.file));
  return driver::Inspect(artifact, options.show);
}

}  // namespace

void AddInspectCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<InspectArguments>();
  CLI::App* command = app.add_subcommand("inspect", "show what is inside an artifact");
  command->add_option("ARTIFACT", options->file, "file written by `tirx compile`")->required();
  command->add_option("--show", options->show, "what to show")
      ->check(Choice({"source", "ptx", "sass", "resources", "config", "log", "argv", "host"}))
      ->type_name("source|ptx|sass|resources|config|log|argv|host")
      ->capture_default_str();
  AddDiagnosticsOption(command, &options->json);
  command->footer(
      "examples:\n  tirx inspect softmax.tirx --show sass\n  tirx inspect softmax.tirx --show source");
  command->callback([options, exit] {
    auto text = Run(*options);
    if (text.ok()) std::fwrite(text->data(), 1, text->size(), stdout);
    *exit = text.ok() ? kFine : Report(text.diagnostics(), options->json);
  });
}

}  // namespace tirx::cli
