// SPDX-License-Identifier: Apache-2.0
// tirx compile: a script to an artifact, to a library, or to one file of device code.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "diag/suggest.h"
#include "driver/artifact.h"
#include "driver/executable.h"
#include "driver/export.h"
#include "driver/files.h"
#include "driver/host_source.h"
#include "driver/inspect.h"
#include "target/backend_config.h"

namespace tirx::cli {
namespace {

struct CompileArguments {
  ScriptOptions script;
  TargetOptions target;
  std::string output;
  driver::ExportOptions library;
};

std::string Extension(const std::string& path) {
  size_t dot = path.rfind('.');
  size_t slash = path.rfind('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return "";
  return path.substr(dot + 1);
}

// What a name can ask for; a name without a dot is an artifact's, too.
const std::vector<std::string_view>& Forms() {
  static const auto* forms = new std::vector<std::string_view>{".tirx", ".so",  ".o",     ".a",      ".c",
                                                               ".cc",   ".ptx", ".cubin", ".fatbin", ".cu"};
  return *forms;
}

Status CheckName(const std::string& path, const std::string& form) {
  if (!form.empty() && std::find(Forms().begin(), Forms().end(), "." + form) == Forms().end())
    return Fail(DK::UnknownExportForm, Span(), {path, diag::OneOf(Forms())});
  return driver::CheckCanWrite(path);
}

// The one device module, when the name asks for its image or source as it is.
Result<driver::DeviceUnit> OnlyUnit(const driver::Compiled& compiled, const std::string& form) {
  if (compiled.units.size() == 1) return compiled.units[0];
  return Fail(DK::NotOneDeviceModule, Span(), {form, std::to_string(compiled.units.size())});
}

// Text is generated without a device compiler, and for no architecture in particular where none is named.
Status WriteSource(const ir::IRModule& module, const driver::CompileOptions& compile,
                   const std::string& path) {
  TIRX_TRY(driver::Compiled generated, driver::Generate(module, compile));
  TIRX_TRY(driver::DeviceUnit unit, OnlyUnit(generated, Extension(path)));
  TIRX_RETURN_IF_FAILED(driver::WriteFile(path, unit.source.text));
  std::printf("%s written\n", path.c_str());
  return Ok{};
}

// By its name, or since it was given what only libraries have.
bool IsLibrary(const CompileArguments& options) {
  return driver::IsExportName(options.output) || options.library.system_library ||
         !options.library.prefix.empty();
}

// A name in .fatbin asks for the one compiler that makes it, where nothing on the command line names another.
Status ChooseCompiler(const std::string& form, TargetOptions* options) {
  TIRX_TRY(target::BackendConfigs given, target::ParseBackendConfig(options->backend_config));
  bool named = !options->compiler.empty();
  for (const auto& [backend, keys] : given) named |= keys.cast<Attrs>().count("compiler") != 0;
  if (form == "fatbin" && !named) options->compiler = "nvcc";
  return Ok{};
}

Status Run(CompileArguments options) {
  std::string form = Extension(options.output);
  TIRX_RETURN_IF_FAILED(CheckName(options.output, form));
  bool binary = form == "ptx" || form == "cubin" || form == "fatbin";
  if (binary && options.target.target_format.empty()) options.target.target_format = form;
  if (binary && options.target.target_format != form)
    return Fail(DK::OutputFormMismatch, Span(), {options.output, options.target.target_format});
  TIRX_RETURN_IF_FAILED(ChooseCompiler(form, &options.target));
  TIRX_TRY(driver::CompileOptions compile, MakeCompileOptions(options.target));
  TIRX_TRY(ir::IRModule module, ReadModule(options.script));
  if (form == "cu") return WriteSource(module, compile, options.output);
  TIRX_TRY(driver::Compiled compiled, driver::Compile(module, compile));
  if (form == "cc") {
    TIRX_TRY(ffi::Module executable, driver::MakeExecutable(compiled));
    TIRX_RETURN_IF_FAILED(driver::WriteHostSource(executable, View(compile.target->kind), options.output));
  } else if (binary) {
    TIRX_TRY(driver::DeviceUnit unit, OnlyUnit(compiled, form));
    TIRX_RETURN_IF_FAILED(driver::WriteFile(options.output, unit.binary.image));
  } else if (IsLibrary(options)) {
    TIRX_RETURN_IF_FAILED(
        driver::ExportLibrary(driver::MakeArtifact(compiled), options.output, options.library));
  } else {
    TIRX_RETURN_IF_FAILED(driver::WriteArtifact(driver::MakeArtifact(compiled), options.output));
  }
  for (const auto& unit : compiled.units) std::fputs(driver::ResourceTable(unit.binary).c_str(), stdout);
  std::printf("%s written\n", options.output.c_str());
  return Ok{};
}

}  // namespace

void AddCompileCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<CompileArguments>();
  CLI::App* command =
      app.add_subcommand("compile", "compile a script to an artifact, a library or device code");
  AddScriptOptions(command, &options->script);
  AddTargetOptions(command, &options->target);
  command
      ->add_option(
          "-o,--output", options->output,
          "artifact to write; a name in .so, .o, .a or .c asks for a library, one in .cc for C++ with "
          "the device code embedded, one in .ptx, .cubin, .fatbin or .cu for that alone")
      ->required()
      ->type_name("OUT");
  command->add_flag(
      "--system-library", options->library.system_library,
      "a library that becomes part of a program (.o, .c; .a always does): `ffi.SystemLib` finds it");
  command->add_option("--prefix", options->library.prefix, "tells the libraries of one program apart")
      ->type_name("NAME_");
  command->footer(
      "examples:\n  tirx compile examples/softmax.py --arch sm_90a -o softmax.tirx\n"
      "  tirx compile examples/softmax.py -f softmax --arch sm_100a --compiler nvcc -o softmax.ptx\n"
      "  tirx compile examples/softmax.py --arch sm_90a -o softmax.so");
  command->callback([options, exit] {
    auto status = Run(*options);
    *exit = status.ok() ? kFine : Report(status.diagnostics(), options->script.json);
  });
}

}  // namespace tirx::cli
