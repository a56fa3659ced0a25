// SPDX-License-Identifier: Apache-2.0
// What verbs that run functions share: which function, with which arguments, and how the simulator runs it.
#pragma once

#include <map>

#include "cli/command.h"
#include "cli/run_arguments.h"
#include "driver/run_on_device.h"
#include "driver/simulator_module.h"

namespace tirx::cli {

struct SimulationOptions {
  std::vector<std::string> args, unchecked, checked;
  uint64_t max_steps = sim::RunOptions().step_budget;
  int threads = 0;
};
// The options, in the order of their fields, to be listed under the verb.
std::vector<CLI::Option*> AddSimulationOptions(CLI::App* command, SimulationOptions* options);

// NAME=VALUE items as a map.
Result<std::map<std::string, std::string>> SplitPairs(const std::vector<std::string>& items);

// The function to run: the named one, or the only exported one.
Result<ir::Function> PickFunction(const ir::IRModule& module, const ScriptOptions& options);

// What a run finds is added to `faults`.
Result<driver::SimulatorOptions> MakeSimulatorOptions(const SimulationOptions& options,
                                                      diag::Diagnostics* faults);

// The arguments as a call takes them; tensors stay where they are.
std::vector<driver::CallArgument> CallArguments(std::vector<RunArgument>& arguments);

}  // namespace tirx::cli
