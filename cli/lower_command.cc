// SPDX-License-Identifier: Apache-2.0
// tirx lower: what the passes make of a script, as IR or as device source.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/usage.h"
#include "driver/beside.h"
#include "ir/printer.h"

namespace tirx::cli {
namespace {

struct LowerArguments {
  ScriptOptions script;
  TargetOptions target;
  std::string show = "ir";
  std::vector<std::string> print_after;
  bool time = false, simulator = false, verify = false;
};

void PrintTimes(const pass::PassTimer& timer) {
  for (const auto& row : timer.rows())
    std::fprintf(stderr, "%9.3f ms  %s\n", row.milliseconds, row.name.c_str());
}

Status CheckPassNames(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (name != "all" && !ir::CurrentSnapshot().Find<pass::PassRow>(name)) return pass::UnknownPass(name);
  return Ok{};
}

Result<std::string> Run(const LowerArguments& options) {
  TIRX_RETURN_IF_FAILED(CheckPassNames(options.print_after));
  TIRX_TRY(driver::CompileOptions compile, MakeCompileOptions(options.target));
  compile.executor = options.simulator ? driver::Executor::Simulator : driver::Executor::Device;
  compile.verify = options.verify;
  pass::PassPrinter printer(options.print_after,
                            [](const std::string& text) { std::fputs(text.c_str(), stdout); });
  pass::PassTimer timer;
  if (!options.print_after.empty()) compile.instruments.push_back(&printer);
  if (options.time) compile.instruments.push_back(&timer);
  TIRX_TRY(ir::IRModule module, ReadModule(options.script));
  std::string text;
  if (options.show == "source") {
    TIRX_TRY(driver::Compiled compiled, driver::Generate(module, compile));
    for (const auto& unit : compiled.units) text += unit.source.text;
  } else if (options.show == "host") {
    TIRX_TRY(driver::Compiled compiled, driver::Generate(module, compile));
    text = runtime::Disassemble(compiled.host);
  } else if (options.show == "ptx" || options.show == "sass") {
    TIRX_TRY(text, driver::Beside(module, compile, options.show));
  } else {
    TIRX_TRY(ir::IRModule lowered, driver::Lower(module, compile));
    if (options.print_after.empty()) text = ir::Print(lowered);
  }
  if (options.time) PrintTimes(timer);
  return text;
}

}  // namespace

void AddLowerCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<LowerArguments>();
  CLI::App* command = app.add_subcommand("lower", "show what the passes make of a script");
  AddScriptOptions(command, &options->script);
  AddTargetOptions(command, &options->target);
  command
      ->add_option("--show", options->show,
                   "the IR after the last pass, the device source, the host bytecode, or the script beside "
                   "what a device "
                   "compiler makes of it")
      ->check(Choice({"ir", "source", "host", "ptx", "sass"}))
      ->type_name("ir|source|host|ptx|sass")
      ->capture_default_str();
  command
      ->add_option("--print-after", options->print_after,
                   "print the IR after these passes; `all` for every one")
      ->type_name("PASS")
      ->delimiter(',');
  command->add_flag("--time", options->time, "print the time of each pass");
  command->add_flag("--simulator", options->simulator, "the simulator's pipeline");
  command->add_flag("--verify", options->verify, "run the verifier after every pass");
  command->footer(
      "examples:\n  tirx lower k.py --arch sm_90a --show source\n"
      "  tirx lower k.py --arch sm_90a --show ptx\n"
      "  tirx lower k.py --arch sm_90a --print-after=flatten-tensors");
  command->callback([options, exit] {
    auto text = Run(*options);
    if (text.ok()) std::fputs(text->c_str(), stdout);
    *exit = text.ok() ? kFine : Report(text.diagnostics(), options->script.json);
  });
}

}  // namespace tirx::cli
