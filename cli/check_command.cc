// SPDX-License-Identifier: Apache-2.0
// tirx check: are these correct scripts? Parses, elaborates, verifies, and runs the passes that need no
// target. With --run also runs them on the simulator; with --watch again after each change.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>

#include "cli/command.h"
#include "cli/simulate.h"
#include "cli/watch.h"
#include "diag/render.h"
#include "diag/suggest.h"
#include "driver/executable.h"
#include "driver/select.h"
#include "ir/verify.h"
#include "pass/divergent_barrier.h"

namespace tirx::cli {
namespace {

struct CheckArguments {
  ScriptOptions script;  // of each file
  SimulationOptions simulation;
  std::vector<std::string> files;
  std::string target = "cuda";  // what functions mean: the simulator's pipeline is the kind's
  bool run = false, watch = false;
};

// What a file that is fine is said to be: a line each.
using Lines = std::vector<std::string>;

Result<driver::CompileOptions> ForSimulator(const CheckArguments& options) {
  driver::CompileOptions compile;
  compile.executor = driver::Executor::Simulator;
  TIRX_TRY(compile.target, target::Parse(options.target));
  return compile;
}

// Why a run failed: the simulator's reports say more than the error that the host function raised because of
// them. What was made up may itself be what is wrong.
Failure WhyItFailed(diag::Diagnostics faults, diag::Diagnostics raised, const std::string& made_up) {
  diag::Diagnostics& why = faults.empty() ? raised : faults;
  if (!made_up.empty())
    why.back().notes.push_back({Span(), made_up + " made up; give others with `--arg NAME=VALUE`"});
  return Failure(std::move(why));
}

// Runs a function with made-up arguments where none are given.
Status RunFunction(const CheckArguments& options, ir::IRModule module, const ir::Function& function,
                   const std::string& file, Lines* lines) {
  const std::string name(function->name);
  TIRX_TRY(auto given, SplitPairs(options.simulation.args));
  const std::string made_up = MakeUp(function, &given);
  TIRX_TRY(auto arguments, MakeArguments(function, given));
  diag::Diagnostics faults;
  TIRX_TRY(auto simulator, MakeSimulatorOptions(options.simulation, &faults));
  TIRX_TRY(module, driver::SelectFunction(module, name, file));
  TIRX_TRY(driver::CompileOptions compile, ForSimulator(options));
  TIRX_TRY(driver::Compiled compiled, driver::Compile(module, compile));
  TIRX_TRY(ffi::Module executable, driver::MakeExecutable(compiled, simulator));
  auto result = driver::Call(executable, name, CallArguments(arguments), driver::RunDevice());
  const std::string with = made_up.empty() ? "" : " with " + made_up + " made up";
  if (!result.ok()) return WhyItFailed(std::move(faults), result.diagnostics(), made_up);
  lines->push_back("ran `" + name + "`" + with + ", no faults");
  return Ok{};
}

// All exported functions; the one that is meant where arguments are given.
Status RunFunctions(const CheckArguments& options, const ScriptOptions& script, const ir::IRModule& module,
                    Lines* lines) {
  std::vector<ir::Function> functions;
  if (!options.simulation.args.empty() || !script.function.empty()) {
    TIRX_TRY(ir::Function function, PickFunction(module, script));
    functions.push_back(function);
  } else {
    for (const ir::Function& function : module->functions)
      if (function->is_exported()) functions.push_back(function);
  }
  diag::Diagnostics found;
  for (const ir::Function& function : functions) {
    auto status = RunFunction(options, module, function, script.file, lines);
    found.insert(found.end(), status.diagnostics().begin(), status.diagnostics().end());
  }
  if (!found.empty()) return Failure(std::move(found));
  return Ok{};
}

Result<Lines> CheckFile(const CheckArguments& options, const ScriptOptions& script,
                        diag::Diagnostics* warnings) {
  TIRX_TRY(ir::IRModule module, ReadModule(script));
  TIRX_RETURN_IF_FAILED(ir::Verify(module));
  *warnings = pass::FindDivergentBarriers(module);
  TIRX_TRY(driver::CompileOptions compile, ForSimulator(options));
  compile.verify = true;
  TIRX_TRY(ir::IRModule lowered, driver::Lower(module, compile));
  Lines lines{diag::Counted(module->functions.size(), "function") + ", no errors"};
  if (options.run) TIRX_RETURN_IF_FAILED(RunFunctions(options, script, module, &lines));
  return lines;
}

// All findings of all files; files without any are named on standard output.
diag::Diagnostics CheckFiles(const CheckArguments& options) {
  diag::Diagnostics found;
  for (const std::string& file : options.files) {
    diag::Diagnostics warnings;
    ScriptOptions script = options.script;
    script.file = file;
    auto checked = CheckFile(options, script, &warnings);
    found.insert(found.end(), warnings.begin(), warnings.end());
    found.insert(found.end(), checked.diagnostics().begin(), checked.diagnostics().end());
    if (!checked.ok() || options.script.json) continue;
    for (const std::string& line : *checked) std::printf("%s: %s\n", file.c_str(), line.c_str());
  }
  return found;
}

ExitCode CheckOnce(const CheckArguments& options) {
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
void SayAboutRun(const CheckArguments& options, const std::string& text) {
  if (options.script.json) return;
  std::time_t now = std::time(nullptr);
  std::tm local{};
  char clock[16];
  std::strftime(clock, sizeof(clock), "%H:%M:%S", localtime_r(&now, &local));
  std::printf("[%s] %s\n", clock, text.c_str());
  std::fflush(stdout);
}

// One run of --watch: as without it, between two such lines.
void CheckAgain(const CheckArguments& options) {
  std::string files = diag::Counted(options.files.size(), "file");
  SayAboutRun(options, "checking " + files);
  diag::Diagnostics found = CheckFiles(options);
  Report(found, options.script.json);
  SayAboutRun(options, files + ", " + Summary(found) + "; waiting for changes");
  std::fflush(stdout);
}

}  // namespace

void AddCheckCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand("check", "check scripts without compiling them for a device");
  command->add_option("FILE", options->files, "scripts with kernels")->required();
  AddFunctionOptions(command, &options->script);
  AddDiagnosticsOption(command, &options->script.json);
  command->add_option("--target", options->target,
                      "the target whose meaning of functions is checked: cpu for loops; default: cuda");
  CLI::Option* run = command->add_flag("--run", options->run,
                                       "also run the functions on the simulator, with made-up arguments");
  for (CLI::Option* option : AddSimulationOptions(command, &options->simulation)) option->needs(run);
  command->add_flag("--watch", options->watch, "check again after each change, until Ctrl-C");
  command->footer(
      "examples:\n  tirx check examples/softmax.py\n"
      "  tirx check --watch a.py b.py              # again after each change\n"
      "  tirx check kernel.py --run --arg n=1000   # and run it on the simulator\n"
      "  tirx check loops.py --target cpu          # loops over tensors, without a device entry\n"
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
