// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/nvcc.h"

#include <cctype>
#include <map>
#include <mutex>

#include "backend/process.h"
#include "backend/temporary_directory.h"
#include "backends/cuda/toolchain/arch.h"
#include "backends/cuda/toolchain/compiler_log.h"

namespace tirx::cuda {
namespace {

// The source's file name inside the private directory: the program's name when it is a harmless one.
std::string SourceName(const std::string& program_name) {
  for (char c : program_name) {
    bool harmless = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
    if (!harmless) return "tirx_kernels.cu";
  }
  bool suffixed = program_name.size() > 3 && program_name.substr(program_name.size() - 3) == ".cu";
  return suffixed && program_name[0] != '-' && program_name[0] != '.' ? program_name : "tirx_kernels.cu";
}

std::vector<std::string> Arguments(const std::string& nvcc, const CompileRequest& request,
                                   const std::string& input, const std::string& output) {
  std::vector<std::string> argv = {nvcc, "--" + std::string(FormatName(request.format)), "-O3", "-arch"};
  if (request.format == Format::kFatbin) {
    // With `-arch sm_90a` nvcc 13.0 to 13.5 also assembles for compute_90 to make a fatbin, where wgmma,
    // setmaxnreg and tcgen05 do not exist. Spelled out, it makes the one cubin and its PTX.
    std::string virtual_arch = "compute_" + request.arch.substr(3);
    argv.insert(argv.end(), {virtual_arch, "-code", request.arch + "," + virtual_arch});
  } else {
    argv.push_back(request.arch);
  }
  for (const char* macro : kUndefinedMacros) argv.push_back(std::string("-U") + macro);
  argv.insert(argv.end(), {"--expt-relaxed-constexpr", "--expt-extended-lambda"});
  for (std::string& item : FrontendOptions(Compiler::kNvcc, request.options, request.ptxas_options)) {
    argv.push_back(std::move(item));
  }
  argv.insert(argv.end(), {"-o", output, input});
  return argv;
}

void ReplaceAll(std::string& text, const std::string& from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Result<std::string> NvccVersion(const std::string& path) {
  static std::mutex mutex;
  static auto& known = *new std::map<std::string, std::string>();
  std::lock_guard lock(mutex);
  if (auto it = known.find(path); it != known.end()) return it->second;
  backend::ProcessRequest request{{path, "--version"}, backend::CleanEnvironment("/tmp"), 60};
  TIRX_TRY(backend::ProcessResult result, backend::RunProcess(request));
  // "Cuda compilation tools, release 13.0, V13.0.88"
  const std::string& text = result.standard_output;
  size_t at = text.find(", V");
  if (result.exit_code != 0 || at == std::string::npos) {
    return Fail(DK::ToolCannotRun, Span(), {path, "`--version` does not tell its version"});
  }
  at += 3;
  return known[path] = text.substr(at, text.find_first_not_of("0123456789.", at) - at);
}

Result<CompilerOutput> CompileWithNvcc(const std::string& path, const CompileRequest& request) {
  TIRX_TRY(Arch arch, ParseArch(request.arch));
  (void)arch;  // nvcc itself names an architecture that it does not know
  if (auto unsafe = FirstShellCharacter(path)) {
    return Fail(DK::ToolCannotRun, Span(),
                {path, "nvcc would hand " + *unsafe + " in its own path to a shell"});
  }
  TIRX_TRY(std::string version, NvccVersion(path));
  TIRX_TRY(backend::TemporaryDirectory directory, backend::TemporaryDirectory::Make());
  if (auto unsafe = FirstShellCharacter(request.source_path)) {
    return Fail(DK::CannotWrite, Span(),
                {request.source_path, "nvcc would hand " + *unsafe + " to a shell (TIRX_KEEP_SOURCE)"});
  }
  if (auto unsafe = FirstShellCharacter(directory.path())) {
    return Fail(DK::NoTemporaryDirectory, Span(),
                {directory.path(), "nvcc would hand " + *unsafe + " to a shell"});
  }
  std::string name = SourceName(request.program_name);
  std::string input = request.source_path;
  if (input.empty()) {
    input = directory.File(name);
    TIRX_RETURN_IF_FAILED(directory.Write(name, request.source));
  } else {
    name = input;
  }
  std::string output_name = "out." + std::string(FormatName(request.format));

  backend::ProcessRequest process;
  process.argv = Arguments(path, request, input, directory.File(output_name));
  process.environment = backend::CleanEnvironment(directory.path());
  process.seconds_limit = request.seconds_limit;
  TIRX_TRY(backend::ProcessResult result, backend::RunProcess(process));

  CompilerRun run{"nvcc " + version, path, process.argv, result.standard_output + result.standard_error, name,
                  request.source};
  // The directory's name is random and gone: messages, logs and metadata must not depend on it.
  ReplaceAll(run.log, directory.path() + "/", "");
  for (std::string& item : run.argv) ReplaceAll(item, directory.path(), "<tmp>");
  if (result.exit_code != 0) {
    return CompileFailure(run, "it ended with exit code " + std::to_string(result.exit_code));
  }
  CompilerOutput output;
  output.bytes = backend::ReadFile(directory.File(output_name)).value_or("");
  output.log = std::move(run.log);
  output.argv = std::move(run.argv);
  return output;
}

}  // namespace tirx::cuda
