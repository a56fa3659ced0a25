// SPDX-License-Identifier: Apache-2.0
// The verbs of the command line. Each adds its subcommand and, when chosen, runs and says how it ended.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "ir/function.h"

namespace tirx::cli {

// Exit codes of `tirx`.
enum ExitCode { kFine = 0, kUserError = 1, kUsage = 2, kInternal = 3 };

// Set by the chosen subcommand's callback.
using Exit = int;

void AddCompileCommand(CLI::App& app, Exit* exit);
void AddLowerCommand(CLI::App& app, Exit* exit);
void AddRunCommand(CLI::App& app, Exit* exit);
void AddCheckCommand(CLI::App& app, Exit* exit);
void AddInspectCommand(CLI::App& app, Exit* exit);
void AddListCommand(CLI::App& app, Exit* exit);

// What verbs that read a script share.
struct ScriptOptions {
  std::string file;
  std::string function;                 // empty: the whole module
  bool json = false;                    // diagnostics as JSON
  std::vector<std::string> specialize;  // NAME=VALUE for @T.jit functions
};
void AddScriptOptions(CLI::App* command, ScriptOptions* options);
// Those that say which of a script's functions are meant.
void AddFunctionOptions(CLI::App* command, ScriptOptions* options);
// `--diagnostics=json`, which every verb has: docs/diagnostics.md.
void AddDiagnosticsOption(CLI::App* command, bool* json);

// What verbs that generate device code share; becomes a target and a backend configuration.
struct TargetOptions {
  std::string target = "cuda", arch, compiler, target_format, backend_config;
  double compile_timeout = backend::kCompileSeconds;
  std::vector<std::string> pass_options;  // NAME=VALUE
};
void AddTargetOptions(CLI::App* command, TargetOptions* options);
Result<driver::CompileOptions> MakeCompileOptions(const TargetOptions& options);

// Parses the file and picks the function, with what it reaches.
Result<ir::IRModule> ReadModule(const ScriptOptions& options);

// Prints the diagnostics to standard error (as JSON to standard output when asked) and gives the exit code.
ExitCode Report(const diag::Diagnostics& diagnostics, bool json = false);

}  // namespace tirx::cli
