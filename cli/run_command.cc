// SPDX-License-Identifier: Apache-2.0
// tirx run: one function of a script, on a device if there is one, else on the simulator, which it says.
#include <chrono>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/run_arguments.h"
#include "driver/executable.h"
#include "driver/files.h"
#include "driver/run_on_device.h"
#include "driver/select.h"

namespace tirx::cli {
namespace {

struct Options {
  ScriptOptions script;
  TargetOptions target;
  std::vector<std::string> args, outs, unchecked, checked;
  std::string trace;
  uint64_t max_steps = sim::RunOptions().step_budget;
  int threads = 0;
  bool simulate = false;
};

Result<std::map<std::string, std::string>> SplitPairs(const std::vector<std::string>& items) {
  std::map<std::string, std::string> pairs;
  for (const std::string& item : items) {
    size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0)
      return Fail(DK::BadArgument, Span(), {item, "expected NAME=VALUE"});
    std::string name = item.substr(0, equals);
    if (!pairs.emplace(name, item.substr(equals + 1)).second)
      return Fail(DK::BadArgument, Span(), {name, "given twice"});
  }
  return pairs;
}

// The function to run: the named one, or the only exported one.
Result<ir::Function> PickFunction(const ir::IRModule& module, const ScriptOptions& options) {
  std::vector<ir::Function> exported;
  std::string names;
  for (const ir::Function& function : module->functions) {
    bool named = !options.function.empty() && View(function->name) == options.function;
    if (named) return function;
    if (!function->is_exported()) continue;
    exported.push_back(function);
    names += (names.empty() ? "`" : ", `") + std::string(function->name) + "`";
  }
  if (exported.size() == 1) return exported[0];
  return Fail(DK::PickAFunction, Span(), {options.file, names.empty() ? "none" : names});
}

// What a function returned: an integer, a bool, a number; a pointer has no text that says something.
std::string ResultText(const Any& result) {
  if (result.type_index() == ffi::TypeIndex::kTVMFFIBool) return result.cast<bool>() ? "True" : "False";
  if (auto integer = result.as<int64_t>()) return std::to_string(*integer);
  if (auto number = result.as<double>()) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.9g", *number);
    return text;
  }
  return "a pointer";
}

Result<std::vector<RunArgument>> Run(const Options& options, diag::Diagnostics* faults) {
  TIRX_TRY(auto given, SplitPairs(options.args));
  TIRX_TRY(ir::IRModule module, ReadModule(options.script));
  TIRX_TRY(ir::Function function, PickFunction(module, options.script));
  TIRX_TRY(module, driver::SelectFunction(module, View(function->name), options.script.file));
  TIRX_TRY(auto arguments, MakeArguments(function, given));
  TIRX_TRY(driver::CompileOptions compile, MakeCompileOptions(options.target));
  auto device = options.simulate ? driver::RunDevice() : driver::FindDevice(compile.target);
  compile.executor = device.found ? driver::Executor::Device : driver::Executor::Simulator;
  if (device.found && !compile.target->HasArch())
    compile.target = compile.target.WithAttr("arch", String(device.arch));
  // Standard output is for the array of faults where that was asked for.
  std::FILE* remarks = options.script.json ? stderr : stdout;
  std::fprintf(remarks, "%s: %s\n", std::string(function->name).c_str(),
               device.Describe(options.simulate).c_str());
  driver::SimulatorOptions simulator;
  TIRX_TRY(simulator.run.checks, driver::ChecksFrom(options.unchecked, options.checked));
  simulator.run.step_budget = options.max_steps;
  simulator.run.threads = options.threads;
  if (!options.trace.empty()) {
    TIRX_TRY(simulator.run.trace, driver::TraceFrom(options.trace));
  }
  simulator.on_report = [faults](const std::string&, const sim::LaunchReport& report) {
    faults->insert(faults->end(), report.faults.begin(), report.faults.end());
  };
  TIRX_TRY(driver::Compiled compiled, driver::Compile(module, compile));
  TIRX_TRY(ffi::Module executable, driver::MakeExecutable(compiled, simulator));
  std::vector<driver::CallArgument> call;
  for (RunArgument& argument : arguments) {
    call.push_back({argument.is_tensor, argument.is_tensor ? argument.tensor.dtype : argument.dtype,
                    argument.tensor.data.data(), argument.tensor.shape, argument.number, argument.integer});
  }
  auto start = std::chrono::steady_clock::now();
  TIRX_TRY(Any result, driver::Call(executable, std::string(function->name), call, device));
  std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  std::fprintf(remarks, "ran in %.3f ms%s\n", elapsed.count(), device.found ? ", copies included" : "");
  if (result != nullptr) std::fprintf(remarks, "returned %s\n", ResultText(result).c_str());
  return arguments;
}

Status Save(const Options& options, const std::vector<RunArgument>& arguments) {
  TIRX_TRY(auto outs, SplitPairs(options.outs));
  for (const auto& [name, path] : outs) {
    const RunArgument* found = nullptr;
    for (const RunArgument& argument : arguments)
      if (argument.is_tensor && argument.name == name) found = &argument;
    if (!found) return Fail(DK::BadArgument, Span(), {name, "no tensor of this name to save"});
    TIRX_RETURN_IF_FAILED(driver::WriteFile(path, FormatNpy(found->tensor)));
  }
  return Ok{};
}

ExitCode RunAndReport(const Options& options) {
  diag::Diagnostics faults;
  auto arguments = Run(options, &faults);
  // The simulator's reports say more than the error that the host function raised because of them.
  if (!faults.empty()) return Report(faults, options.script.json);
  if (!arguments.ok()) return Report(arguments.diagnostics(), options.script.json);
  for (const RunArgument& argument : *arguments)
    if (argument.is_tensor) std::printf("%s\n", Describe(argument).c_str());
  auto saved = Save(options, *arguments);
  return saved.ok() ? kFine : Report(saved.diagnostics(), options.script.json);
}

}  // namespace

void AddRunCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "run a function on a device or on the simulator");
  AddScriptOptions(command, &options->script);
  AddTargetOptions(command, &options->target);
  command->add_option("--arg", options->args, "a scalar, the extent of a symbol, or a tensor's .npy file")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  command->add_option("--out", options->outs, "save a tensor after the run")
      ->type_name("NAME=FILE.npy")
      ->expected(1)
      ->take_all();
  command->add_flag("--simulate", options->simulate, "use the simulator even if there is a device");
  command
      ->add_option("--no-check", options->unchecked,
                   "turn off a check of the simulator: " + sim::Checks::Names())
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command->add_option("--check", options->checked, "turn on a check that is off by default, such as finite")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--trace", options->trace, "print what one thread computes on the simulator, line by line")
      ->type_name("thread=(bx,by,bz,tx,ty,tz)");
  command
      ->add_option("--max-steps", options->max_steps,
                   "instructions that a warp may take on the simulator before that is an endless loop")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--threads", options->threads,
                   "threads of the host that simulate blocks; 0: one per core. Results are the same")
      ->check(CLI::NonNegativeNumber);
  command->footer(
      "Tensors that are not given hold made-up numbers.\nexamples:\n"
      "  tirx run examples/softmax.py --arg rows=64 --simulate\n"
      "  tirx run examples/saxpy.py --arg X=x.npy --arg Y=y.npy --arg a=2.5 --out Y=result.npy");
  command->callback([options, exit] { *exit = RunAndReport(*options); });
}

}  // namespace tirx::cli
