// SPDX-License-Identifier: Apache-2.0
#include "cli/simulate.h"

#include "cli/usage.h"

namespace tirx::cli {

std::vector<CLI::Option*> AddSimulationOptions(CLI::App* command, SimulationOptions* options) {
  auto add_list = [&](const char* name, std::vector<std::string>* items, const char* form,
                      const std::string& what) {
    return command->add_option(name, *items, what)->type_name(form)->expected(1)->take_all();
  };
  return {
      add_list("--arg", &options->args, "NAME=VALUE",
               "a scalar, the extent of a symbol, or a tensor's .npy file"),
      add_list("--no-check", &options->unchecked, "NAME",
               "turn off a check of the simulator: " + sim::Checks::Names()),
      add_list("--check", &options->checked, "NAME",
               "turn on a check that is off by default, such as finite"),
      command
          ->add_option("--max-steps", options->max_steps,
                       "instructions that a warp may take on the simulator before that is an endless loop")
          ->check(AtLeast(1)),
      command
          ->add_option("--threads", options->threads,
                       "threads of the host that simulate blocks; 0: one per core. Results are the same")
          ->check(AtLeast(0))};
}

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

Result<driver::SimulatorOptions> MakeSimulatorOptions(const SimulationOptions& options,
                                                      diag::Diagnostics* faults) {
  driver::SimulatorOptions simulator;
  TIRX_TRY(simulator.run.checks, driver::ChecksFrom(options.unchecked, options.checked));
  simulator.run.step_budget = options.max_steps;
  simulator.run.threads = options.threads;
  simulator.on_report = [faults](const std::string&, const sim::LaunchReport& report) {
    faults->insert(faults->end(), report.faults.begin(), report.faults.end());
  };
  return simulator;
}

std::vector<driver::CallArgument> CallArguments(std::vector<RunArgument>& arguments) {
  std::vector<driver::CallArgument> call;
  for (RunArgument& argument : arguments)
    call.push_back({argument.is_tensor, argument.is_tensor ? argument.tensor.dtype : argument.dtype,
                    argument.tensor.data.data(), argument.tensor.shape, argument.number, argument.integer});
  return call;
}

}  // namespace tirx::cli
