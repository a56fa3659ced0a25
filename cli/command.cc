// SPDX-License-Identifier: Apache-2.0
// What the verbs share: reading scripts, making targets, reporting.
#include "cli/command.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/usage.h"
#include "diag/render.h"
#include "driver/files.h"
#include "driver/select.h"
#include "runtime/library_file.h"
#include "script/script.h"
#include "target/backend_config.h"

namespace tirx::cli {

namespace {

// Colours are for people at a terminal who did not refuse them (https://no-color.org).
bool WantsColor() {
  const char *refused = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  if (refused && *refused) return false;
  return isatty(STDERR_FILENO) != 0 && !(terminal && std::string_view(terminal) == "dumb");
}

}  // namespace

void AddScriptOptions(CLI::App* command, ScriptOptions* options) {
  command->add_option("FILE", options->file, "script with the kernels")->required();
  AddFunctionOptions(command, options);
  AddDiagnosticsOption(command, &options->json);
}

void AddFunctionOptions(CLI::App* command, ScriptOptions* options) {
  command->add_option("-f,--function", options->function, "only this function and what it calls")
      ->type_name("NAME");
  command
      ->add_option("--specialize", options->specialize,
                   "a compile-time parameter of `@T.jit` functions; None leaves a tensor out")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

void AddDiagnosticsOption(CLI::App* command, bool* json) {
  command
      ->add_option_function<std::string>(
          "--diagnostics", [json](const std::string& form) { *json = form == "json"; },
          "how errors are printed")
      ->check(Choice({"text", "json"}))
      ->type_name("text|json");
}

void AddTargetOptions(CLI::App* command, TargetOptions* options) {
  command->add_option("--target", options->target, "target kind, tag or JSON; `tirx list targets`")
      ->type_name("TARGET")
      ->capture_default_str();
  command->add_option("--arch", options->arch, "exact architecture, such as sm_90a")->type_name("A");
  command->add_option("--compiler", options->compiler, "device compiler")->type_name("nvrtc|nvcc");
  command->add_option("--target-format", options->target_format, "form of the device code")
      ->type_name("ptx|cubin|fatbin");
  command->add_option("--backend-config", options->backend_config, "configuration by backend, as JSON")
      ->type_name("JSON");
  command
      ->add_option("--compile-timeout", options->compile_timeout,
                   "for the device compiler, each time it runs")
      ->type_name("SECONDS")
      ->capture_default_str();
  command
      ->add_option("--pass-option", options->pass_options,
                   "of a pass, such as simplify=off or unroll-loops.max_statements=256")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

Result<driver::CompileOptions> MakeCompileOptions(const TargetOptions& options) {
  driver::CompileOptions out;
  TIRX_TRY(out.target, target::Parse(options.target));
  if (!options.arch.empty()) {
    TIRX_TRY(out.target, target::WithArch(out.target, options.arch));
  }
  TIRX_TRY(target::BackendConfigs config, target::ParseBackendConfig(options.backend_config));
  Attrs keys;
  if (!options.compiler.empty()) keys.Set("compiler", String(options.compiler));
  if (!options.target_format.empty()) keys.Set("target_format", String(options.target_format));
  if (!keys.empty()) {
    std::string_view backend = ir::CurrentSnapshot().OwnerOf<target::TargetKindRow>(View(out.target->kind));
    TIRX_TRY(target::BackendConfigs given,
             target::CopyBackendConfig(Attrs{{String(std::string(backend)), keys}}));
    config = target::MergeBackendConfigs(config, given);
  }
  out.backend_config = target::BackendConfigJson(config);
  out.compile_timeout = options.compile_timeout;
  for (const std::string& pair : options.pass_options) {
    size_t equal = pair.find('=');
    if (equal == std::string::npos || equal == 0)
      return Fail(DK::BadPassOption, Span(), {pair, "", "given as NAME=VALUE, such as `simplify=off`"});
    out.pass_options.insert_or_assign(pair.substr(0, equal), pair.substr(equal + 1));
  }
  return out;
}

namespace {

Result<std::map<std::string, Any, std::less<>>> ParseConstants(const std::vector<std::string>& pairs) {
  std::map<std::string, Any, std::less<>> constants;
  for (const std::string& pair : pairs) {
    size_t equal = pair.find('=');
    if (equal == std::string::npos || equal == 0)
      return Fail(DK::BadSpecialization, Span(), {pair, "write NAME=VALUE, as in `--specialize N=128`"});
    TIRX_TRY(Any value, script::ParseConstant(SourceFile("--specialize", pair.substr(equal + 1))));
    constants.insert_or_assign(pair.substr(0, equal), value);
  }
  return constants;
}

// What tirx makes of scripts is easily given in a script's place.
Status CheckIsScript(const std::string& file, std::string_view text) {
  if (text.starts_with(runtime::kArtifactMagic))
    return Fail(DK::BadArgument, Span(),
                {file,
                 "this is an artifact, not a script: `tirx inspect` shows it, and tirx.load in Python "
                 "or tirx::Executable::Load in C++ runs it"});
  if (text.starts_with("\x7f"
                       "ELF"))
    return Fail(
        DK::BadArgument, Span(),
        {file, "this is compiled code, not a script; `tirx run` takes libraries, whose names end in .so"});
  return Ok{};
}

// Of a file with mistakes elsewhere, the function that is asked for may be sound.
Result<ir::IRModule> Parse(const SourceFile& file, const script::Options& front_end,
                           const std::string& function) {
  auto module = script::ParseModule(file, front_end);
  if (module.ok() || function.empty()) return module;
  auto alone = script::ParseFunction(file, function, front_end);
  return alone.ok() ? alone : module;
}

}  // namespace

Result<ir::IRModule> ReadModule(const ScriptOptions& options) {
  TIRX_TRY(std::string text, driver::ReadFile(options.file));
  TIRX_RETURN_IF_FAILED(CheckIsScript(options.file, text));
  script::Options front_end;
  TIRX_TRY(front_end.specialize, ParseConstants(options.specialize));
  TIRX_TRY(ir::IRModule module, Parse(SourceFile(options.file, text), front_end, options.function));
  if (options.function.empty()) return module;
  return driver::SelectFunction(module, options.function, options.file);
}

ExitCode Report(const diag::Diagnostics& diagnostics, bool json) {
  std::fflush(stdout);  // what was said before stays before, where both go to one file
  if (json) {
    std::fputs(diag::RenderJson(diagnostics).c_str(), stdout);
  } else {
    diag::RenderOptions options;
    options.color = WantsColor();
    std::fputs(diag::Render(diagnostics, options).c_str(), stderr);
  }
  return diag::HasErrors(diagnostics) ? kUserError : kFine;
}

}  // namespace tirx::cli
