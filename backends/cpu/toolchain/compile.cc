// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/toolchain/compile.h"

#include <cstdlib>
#include <map>
#include <mutex>

#include "backend/host_tools.h"
#include "backend/process.h"
#include "backend/temporary_directory.h"
#include "backends/cpu/codegen/generate.h"

namespace tirx::cpu {
namespace {

constexpr double kSecondsLimit = 120;
constexpr const char* kSourceName = "tirx_kernels.c";
constexpr const char* kObjectName = "tirx_kernels.so";

// Values stay what the language says: no contraction (so that results are the simulator's), no assumption
// about types behind pointers (views have several). Nobody looks at errno or at exception flags;
// `x != x` asks for NaN.
constexpr const char* kOptions[] = {"-std=c11",
                                    "-O3",
                                    "-ffp-contract=off",
                                    "-fno-math-errno",
                                    "-fno-trapping-math",
                                    "-fno-strict-aliasing",
                                    "-fopenmp-simd",
                                    "-fPIC",
                                    "-shared",
                                    "-Wno-tautological-compare"};

// What the text says of the processor: its second line (codegen/generate.h).
std::vector<std::string> OptionsIn(std::string_view text) {
  std::vector<std::string> options;
  size_t at = text.find(kOptionsLine);
  if (at == std::string_view::npos) return options;
  text.remove_prefix(at + kOptionsLine.size());
  text = text.substr(0, text.find('\n'));
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    if (text.substr(0, 2) == "-m") options.emplace_back(text.substr(0, end));  // of the machine, nothing else
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return options;
}

std::vector<std::string> Arguments(std::vector<std::string> argv, std::string_view text) {
  argv.insert(argv.end(), std::begin(kOptions), std::end(kOptions));
  for (std::string& option : OptionsIn(text)) argv.push_back(std::move(option));
  return argv;
}

// Asked once for each compiler.
Result<std::string> VersionOf(const std::vector<std::string>& compiler) {
  static std::mutex mutex;
  static auto& known = *new std::map<std::vector<std::string>, std::string>();
  std::lock_guard lock(mutex);
  if (auto found = known.find(compiler); found != known.end()) return found->second;
  backend::ProcessRequest request{compiler, backend::CleanEnvironment("/tmp"), kSecondsLimit};
  for (const char* option : {"-dumpfullversion", "-dumpversion"}) request.argv.emplace_back(option);
  TIRX_TRY(backend::ProcessResult result, backend::RunProcess(request));
  std::string version = result.standard_output.substr(0, result.standard_output.find('\n'));
  if (result.exit_code != 0 || version.empty())
    return Fail(DK::ToolCannotRun, Span(), {compiler[0], "`-dumpversion` does not tell its version"});
  return known[compiler] = version;
}

struct CompilerError {
  int line = 0;  // 0: the message has none
  std::string text;
};

// The first "tirx_kernels.c:12:5: error: ..." of a log, or of other forms the text alone.
CompilerError FirstError(std::string_view log) {
  while (!log.empty()) {
    std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(line.size() + 1, log.size()));
    size_t at = line.find("error: ");
    if (at == std::string_view::npos) continue;
    CompilerError error;
    error.text = std::string(line.substr(at + 7));
    std::string place = std::string(kSourceName) + ":";
    if (line.substr(0, place.size()) == place)
      error.line = std::atoi(std::string(line.substr(place.size())).c_str());
    return error;
  }
  return {};
}

Failure CompileFailure(const codegen::DeviceSource& source, const std::string& compiler,
                       const std::string& log, int exit_code) {
  CompilerError error = FirstError(log);
  if (error.text.empty()) error.text = "it ended with exit code " + std::to_string(exit_code);
  bool placed = error.line > 0 && size_t(error.line) <= source.line_spans.size();
  diag::Diagnostic diagnostic =
      diag::Make(DK::CompilerFailed, placed ? source.line_spans[size_t(error.line) - 1] : Span(),
                 {compiler, error.text});
  if (!log.empty()) diagnostic.notes.push_back({Span(), "its log:\n" + log});
  return diagnostic;
}

}  // namespace

Result<std::vector<std::string>> FindCompiler() {
  backend::HostTool compiler = backend::FindCCompiler();
  if (!compiler.words.empty()) return std::move(compiler.words);
  return Fail(DK::NoCompiler, Span(),
              {"C compiler", "`" + compiler.name + "` " + compiler.why_not +
                                 "; install it, name another in `CC`, or use executor=\"simulator\""});
}

Result<backend::DeviceBinary> Build(const backend::BuildRequest& build) {
  const codegen::DeviceSource& source = build.source;
  TIRX_TRY(std::vector<std::string> compiler, FindCompiler());
  TIRX_TRY(std::string version, VersionOf(compiler));
  TIRX_TRY(backend::TemporaryDirectory directory, backend::TemporaryDirectory::Make());
  TIRX_RETURN_IF_FAILED(directory.Write(kSourceName, source.text));

  backend::DeviceBinary binary;
  binary.argv = Arguments(compiler, source.text);
  backend::ProcessRequest process;
  process.argv = binary.argv;
  for (const std::string& item :
       {std::string("-o"), directory.File(kObjectName), directory.File(kSourceName), std::string("-lm")})
    process.argv.push_back(item);
  process.environment = backend::CleanEnvironment(directory.path());
  process.seconds_limit = build.seconds_limit;
  TIRX_TRY(backend::ProcessResult result, backend::RunProcess(process));

  binary.log = result.standard_output + result.standard_error;
  // The directory's name is random and gone.
  std::string prefix = directory.path() + "/";
  for (size_t at = binary.log.find(prefix); at != std::string::npos; at = binary.log.find(prefix, at))
    binary.log.erase(at, prefix.size());
  if (result.exit_code != 0) return CompileFailure(source, compiler[0], binary.log, result.exit_code);
  binary.format = "so";
  for (const std::string& option : binary.argv)
    if (option.rfind("-march=", 0) == 0) binary.arch = option.substr(7);
  binary.image = backend::ReadFile(directory.File(kObjectName)).value_or("");
  binary.backend_config = build.config.empty() ? "{}" : build.config;
  binary.tool = compiler[0];
  binary.version = version;
  return binary;
}

}  // namespace tirx::cpu
