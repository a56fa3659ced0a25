// SPDX-License-Identifier: Apache-2.0
// tirx check: is this a correct script? Parses, elaborates, verifies, and runs the passes that need no
// target.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "ir/verify.h"

namespace tirx::cli {
namespace {

Result<ir::IRModule> Run(const ScriptOptions& options) {
  TIRX_TRY(ir::IRModule module, ReadModule(options));
  TIRX_RETURN_IF_FAILED(ir::Verify(module));
  driver::CompileOptions compile;
  compile.executor = driver::Executor::Simulator;
  compile.verify = true;
  TIRX_TRY(compile.target, target::Parse("cuda"));
  TIRX_TRY(ir::IRModule lowered, driver::Lower(module, compile));
  return module;
}

}  // namespace

void AddCheckCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<ScriptOptions>();
  CLI::App* command = app.add_subcommand("check", "check a script without compiling it for a device");
  AddScriptOptions(command, options.get());
  command->footer(
      "examples:\n  tirx check examples/softmax.py\n"
      "  tirx check kernel.py --diagnostics=json   # for editors");
  command->callback([options, exit] {
    auto module = Run(*options);
    if (!module.ok()) {
      *exit = Report(module.diagnostics(), options->json);
      return;
    }
    if (options->json) {
      std::puts("[]");
    } else {
      size_t count = module.value()->functions.size();
      std::printf("%s: %zu function%s, no errors\n", options->file.c_str(), count, count == 1 ? "" : "s");
    }
    *exit = kFine;
  });
}

}  // namespace tirx::cli
