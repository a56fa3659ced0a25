// SPDX-License-Identifier: Apache-2.0
// tirx run: one function of a script, on a device if there is one, else on the simulator, which it says; or
// of an exported library.
#include <tvm/ffi/extra/c_env_api.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/run_arguments.h"
#include "cli/run_library.h"
#include "cli/simulate.h"
#include "driver/executable.h"
#include "driver/files.h"
#include "driver/run_on_device.h"
#include "driver/select.h"
#include "runtime/host_arguments.h"

namespace tirx::cli {
namespace {

struct RunArguments {
  ScriptOptions script;
  TargetOptions target;
  SimulationOptions simulation;
  std::vector<std::string> outs;
  std::string trace;
  bool simulate = false;
};

// What a function returned: an integer, a bool, a number; a pointer has no text that says something.
std::string ResultText(const Any& result) {
  if (result.type_index() == ffi::TypeIndex::kTVMFFIBool) return result.cast<bool>() ? "True" : "False";
  if (auto integer = result.as<int64_t>()) return std::to_string(*integer);
  if (result.type_index() == ffi::TypeIndex::kTVMFFIBigInt) {
    const TVMFFIAny any = ffi::AnyView(result).CopyToTVMFFIAny();
    uint64_t integer = 0;
    tirx_as_uint64(&any, &integer);
    return std::to_string(integer);
  }
  if (auto number = result.as<double>()) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.9g", *number);
    return text;
  }
  return "a pointer";
}

// Standard output is for the array of faults where that was asked for.
std::FILE* Remarks(const RunArguments& options) {
  return options.script.json ? stderr : stdout;
}

// Which tensor goes to which path.
Result<std::vector<std::pair<std::string, const RunArgument*>>> OutsOf(
    const RunArguments& options, const std::vector<RunArgument>& arguments) {
  TIRX_TRY(auto pairs, SplitPairs(options.outs));
  std::vector<std::pair<std::string, const RunArgument*>> outs;
  for (const auto& [name, path] : pairs) {
    const RunArgument* found = nullptr;
    for (const RunArgument& argument : arguments)
      if (argument.is_tensor && argument.name == name) found = &argument;
    if (!found) return Fail(DK::BadArgument, Span(), {name, "no tensor of this name to save"});
    TIRX_RETURN_IF_FAILED(driver::CheckCanWrite(path));
    outs.emplace_back(path, found);
  }
  return outs;
}

Status CallAndSay(const RunArguments& options, const ffi::Module& module, const ir::Function& function,
                  const driver::RunDevice& device, std::vector<RunArgument>* arguments) {
  TIRX_TRY([[maybe_unused]] auto outs, OutsOf(options, *arguments));  // before what takes time
  auto start = std::chrono::steady_clock::now();
  TIRX_TRY(Any result, driver::Call(module, std::string(function->name), CallArguments(*arguments), device));
  std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  std::fprintf(Remarks(options), "ran in %.3f ms%s\n", elapsed.count(),
               device.found ? ", copies included" : "");
  if (result != nullptr) std::fprintf(Remarks(options), "returned %s\n", ResultText(result).c_str());
  return Ok{};
}

Result<std::vector<RunArgument>> RunLibrary(const RunArguments& options) {
  if (options.simulate || !options.trace.empty())
    return Fail(DK::BadArgument, Span(),
                {options.simulate ? "--simulate" : "--trace", "a library holds nothing for the simulator"});
  TIRX_TRY(auto given, SplitPairs(options.simulation.args));
  TIRX_TRY(RunnableLibrary library, LoadRunnable(options.script.file));
  TIRX_TRY(ir::Function function, PickFunction(library.signatures, options.script));
  TIRX_TRY(auto arguments, MakeArguments(function, given));
  driver::RunDevice device;
  if (!library.device_kind.empty()) {
    TargetOptions target;
    target.target = library.device_kind;
    TIRX_TRY(driver::CompileOptions compile, MakeCompileOptions(target));
    device = driver::FindDevice(compile.target);
    if (!device.found) return Fail(DK::DeviceProblem, Span(), {device.why_not});
  }
  std::fprintf(Remarks(options), "%s: %s\n", std::string(function->name).c_str(),
               device.found ? device.Describe(false).c_str() : "on the processor");
  TIRX_RETURN_IF_FAILED(CallAndSay(options, library.module, function, device, &arguments));
  return arguments;
}

Result<std::vector<RunArgument>> RunScript(const RunArguments& options, diag::Diagnostics* faults) {
  TIRX_TRY(auto given, SplitPairs(options.simulation.args));
  TIRX_TRY(ir::IRModule module, ReadModule(options.script));
  TIRX_TRY(ir::Function function, PickFunction(module, options.script));
  TIRX_TRY(module, driver::SelectFunction(module, View(function->name), options.script.file));
  TIRX_TRY(auto arguments, MakeArguments(function, given));
  TIRX_TRY(driver::CompileOptions compile, MakeCompileOptions(options.target));
  auto device = options.simulate ? driver::RunDevice() : driver::FindDevice(compile.target);
  compile.executor = device.found ? driver::Executor::Device : driver::Executor::Simulator;
  if (device.found && !device.arch.empty() && !compile.target->HasArch())
    compile.target = compile.target.WithAttr("arch", String(device.arch));
  std::fprintf(Remarks(options), "%s: %s\n", std::string(function->name).c_str(),
               device.Describe(options.simulate).c_str());
  TIRX_TRY(auto simulator, MakeSimulatorOptions(options.simulation, faults));
  if (!options.trace.empty()) {
    TIRX_TRY(simulator.run.trace, driver::TraceFrom(options.trace));
  }
  TIRX_TRY(driver::Compiled compiled, driver::Compile(module, compile));
  TIRX_TRY(ffi::Module executable, driver::MakeExecutable(compiled, simulator));
  TIRX_RETURN_IF_FAILED(CallAndSay(options, executable, function, device, &arguments));
  return arguments;
}

Status Save(const RunArguments& options, const std::vector<RunArgument>& arguments) {
  TIRX_TRY(auto outs, OutsOf(options, arguments));
  for (const auto& [path, argument] : outs)
    TIRX_RETURN_IF_FAILED(driver::WriteFile(path, FormatNpy(argument->tensor)));
  return Ok{};
}

ExitCode RunAndReport(const RunArguments& options) {
  diag::Diagnostics faults;
  auto arguments = IsLibraryFile(options.script.file) ? RunLibrary(options) : RunScript(options, &faults);
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
  auto options = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "run a function on a device or on the simulator");
  AddScriptOptions(command, &options->script);
  AddTargetOptions(command, &options->target);
  AddSimulationOptions(command, &options->simulation);
  command->add_option("--out", options->outs, "save a tensor after the run")
      ->type_name("NAME=FILE.npy")
      ->expected(1)
      ->take_all();
  command->add_flag("--simulate", options->simulate, "use the simulator even if there is a device");
  command
      ->add_option("--trace", options->trace, "print what one thread computes on the simulator, line by line")
      ->type_name("thread=(bx,by,bz,tx,ty,tz)");
  command->footer(
      "Tensors that are not given hold made-up numbers.\nexamples:\n"
      "  tirx run examples/softmax.py --arg rows=64 --simulate\n"
      "  tirx run saxpy.so --arg a=2.5\n"
      "  tirx run examples/saxpy.py --arg X=x.npy --arg Y=y.npy --arg a=2.5 --out Y=result.npy");
  command->callback([options, exit] { *exit = RunAndReport(*options); });
}

}  // namespace tirx::cli
