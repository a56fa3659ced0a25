// SPDX-License-Identifier: Apache-2.0
// tirx check: are these correct scripts? Parses, elaborates, verifies, and runs the passes that need no
// target. With --watch again after each change.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>

#include "cli/command.h"
#include "cli/watch.h"
#include "diag/render.h"
#include "diag/suggest.h"
#include "ir/verify.h"
#include "pass/divergent_barrier.h"

namespace tirx::cli {
namespace {

struct Options {
  ScriptOptions script;  // of each file
  std::vector<std::string> files;
  bool watch = false;
};

// The number of functions that were checked.
Result<size_t> CheckFile(const ScriptOptions& options, diag::Diagnostics* warnings) {
  TIRX_TRY(ir::IRModule module, ReadModule(options));
  TIRX_RETURN_IF_FAILED(ir::Verify(module));
  *warnings = pass::FindDivergentBarriers(module);
  driver::CompileOptions compile;
  compile.executor = driver::Executor::Simulator;
  compile.verify = true;
  TIRX_TRY(compile.target, target::Parse("cuda"));
  TIRX_TRY(ir::IRModule lowered, driver::Lower(module, compile));
  return module->functions.size();
}

// All findings of all files; files without any are named on standard output.
diag::Diagnostics CheckFiles(const Options& options) {
  diag::Diagnostics found;
  for (const std::string& file : options.files) {
    diag::Diagnostics warnings;
    ScriptOptions script = options.script;
    script.file = file;
    auto checked = CheckFile(script, &warnings);
    found.insert(found.end(), warnings.begin(), warnings.end());
    found.insert(found.end(), checked.diagnostics().begin(), checked.diagnostics().end());
    if (checked.ok() && !options.script.json)
      std::printf("%s: %s, no errors\n", file.c_str(), diag::Counted(*checked, "function").c_str());
  }
  return found;
}

ExitCode CheckOnce(const Options& options) {
  diag::Diagnostics found = CheckFiles(options);
  if (!found.empty() || options.script.json) return Report(found, options.script.json);
  return kFine;
}

std::string Summary(const diag::Diagnostics& found) {
  auto is_error = [](const diag::Diagnostic& d) { return d.severity == diag::Severity::Error; };
  auto errors = size_t(std::count_if(found.begin(), found.end(), is_error));
  std::string text = diag::Counted(errors, "error");
  if (errors < found.size()) text += ", " + diag::Counted(found.size() - errors, "warning");
  return text;
}

// A line about a run of --watch, with the time; editors look for it.
void SayAboutRun(const Options& options, const std::string& text) {
  if (options.script.json) return;
  std::time_t now = std::time(nullptr);
  std::tm local{};
  char clock[16];
  std::strftime(clock, sizeof(clock), "%H:%M:%S", localtime_r(&now, &local));
  std::printf("[%s] %s\n", clock, text.c_str());
  std::fflush(stdout);
}

// One run of --watch: as without it, between two such lines.
void CheckAgain(const Options& options) {
  std::string files = diag::Counted(options.files.size(), "file");
  SayAboutRun(options, "checking " + files);
  diag::Diagnostics found = CheckFiles(options);
  Report(found, options.script.json);
  SayAboutRun(options, files + ", " + Summary(found) + "; waiting for changes");
  std::fflush(stdout);
}

}  // namespace

void AddCheckCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "check scripts without compiling them for a device");
  command->add_option("FILE", options->files, "scripts with kernels")->required();
  AddFunctionOptions(command, &options->script);
  AddDiagnosticsOption(command, &options->script.json);
  command->add_flag("--watch", options->watch, "check again after each change, until Ctrl-C");
  command->footer(
      "examples:\n  tirx check examples/softmax.py\n"
      "  tirx check --watch a.py b.py              # again after each change\n"
      "  tirx check kernel.py --diagnostics=json   # for editors");
  command->callback([options, exit] {
    if (options->watch) {
      Watch(options->files, [options] { CheckAgain(*options); });
      *exit = kFine;
    } else {
      *exit = CheckOnce(*options);
    }
  });
}

}  // namespace tirx::cli
