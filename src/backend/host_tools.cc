// SPDX-License-Identifier: Apache-2.0
#include "backend/host_tools.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "backend/process.h"
#include "backend/temporary_directory.h"

namespace tirx::backend {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSource = "tirx_library.c";
constexpr const char* kObject = "tirx_library.o";
constexpr const char* kOutput = "tirx_library.out";

bool IsProgram(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// As a shell finds it; empty where there is none.
std::string FindProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) return IsProgram(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && IsProgram(folder + "/" + name)) return folder + "/" + name;
  return "";
}

std::string FirstError(const std::string& log) {
  std::istringstream lines(log);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

// Messages do not depend on the directory's name, which is random and gone.
std::string WithoutDirectory(std::string text, const TemporaryDirectory& directory) {
  auto replace = [&](const std::string& from, const char* to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from))
      text.replace(at, from.size(), to);
  };
  replace(directory.path() + "/", "");
  replace(directory.path(), "<tmp>");
  return text;
}

Failure ToolFailure(const std::vector<std::string>& argv, const TemporaryDirectory& directory,
                    const ProcessResult& result) {
  std::string log = WithoutDirectory(result.standard_error + result.standard_output, directory), command;
  std::string why = FirstError(log);
  if (why.empty()) why = "it ended with exit code " + std::to_string(result.exit_code);
  for (const std::string& word : argv) command += (command.empty() ? "" : " ") + word;
  diag::Diagnostic failure = diag::Make(DK::HostToolFailed, Span(), {argv[0], why});
  failure.notes.push_back({Span(), "it was run as: " + WithoutDirectory(command, directory)});
  return failure;
}

// Runs it; gives the bytes of the file that it has to write.
Result<std::string> RunTool(const TemporaryDirectory& directory, std::vector<std::string> argv,
                            const char* output) {
  ProcessRequest process{std::move(argv), CleanEnvironment(directory.path())};
  TIRX_TRY(ProcessResult result, RunProcess(process));
  std::string bytes;
  if (result.exit_code == 0) bytes = ReadFile(directory.File(output)).value_or("");
  if (!bytes.empty()) return bytes;
  if (result.exit_code == 0) result.standard_error = "it wrote no output";
  return ToolFailure(process.argv, directory, result);
}

// An ELF header says what the file is (System V ABI, "ELF Header"): byte 16 is 1 in objects, 3 in shared
// libraries. Compilers succeed with other things where arguments ask for them (-E, -S, -c).
bool IsForm(const std::string& bytes, CForm form) {
  return bytes.size() > 18 && bytes.compare(0, 4, "\177ELF") == 0 &&
         bytes[16] == (form == CForm::kObject ? 1 : 3);
}

Result<std::vector<std::string>> WordsOf(const HostTool& tool, const char* variable) {
  if (!tool.words.empty()) return tool.words;
  return Fail(DK::NoHostTool, Span(), {tool.name, tool.why_not, variable});
}

}  // namespace

HostTool FindHostTool(const std::string& given, const char* variable, const char* usual) {
  const char* value = std::getenv(variable);
  HostTool tool{{}, !given.empty() ? given : value != nullptr && *value != 0 ? value : usual, ""};
  // A path may have blanks. A bare name is looked for on PATH, never in the current folder.
  if (tool.name.find('/') != std::string::npos && IsProgram(tool.name)) {
    tool.words = {tool.name};
    return tool;
  }
  std::istringstream parts(tool.name);
  for (std::string word; parts >> word;) tool.words.push_back(word);
  std::string program = tool.words.empty() ? "" : FindProgram(tool.words[0]);
  if (!program.empty()) {
    tool.words[0] = program;
    return tool;
  }
  tool.words.clear();
  tool.why_not = tool.name.find('/') != std::string::npos ? "is no program" : "is not on `PATH`";
  return tool;
}

Result<std::string> CompileC(const CCompileRequest& request) {
  TIRX_TRY(std::vector<std::string> argv, WordsOf(FindCCompiler(request.compiler), "CC"));
  TIRX_TRY(TemporaryDirectory directory, TemporaryDirectory::Make());
  TIRX_RETURN_IF_FAILED(directory.Write(kSource, request.source));
  auto add = [&](std::vector<std::string> words) { argv.insert(argv.end(), words.begin(), words.end()); };
  // Exact arithmetic: what the bytecode computes. Paths do not reach the output, even with debug information.
  add({"-std=gnu11", "-O2", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden"});
  add({"-ffile-prefix-map=" + directory.path() + "=."});
  if (request.form == CForm::kObject) {
    add({"-c"});
  } else {
    // Its own functions are its own, whatever else the process has loaded.
    add({"-shared", "-Wl,-Bsymbolic", "-Wl,--build-id=none"});
  }
  add({"-o", directory.File(kOutput), directory.File(kSource)});
  add(request.arguments);
  if (request.form == CForm::kSharedLibrary) add({"-lm"});
  TIRX_TRY(std::string bytes, RunTool(directory, argv, kOutput));
  if (IsForm(bytes, request.form)) return bytes;
  const char* wanted = request.form == CForm::kObject ? "object" : "shared library";
  ProcessResult wrong{0, "",
                      "it wrote something else than a" + std::string(wanted[0] == 'o' ? "n " : " ") + wanted};
  return ToolFailure(argv, directory, wrong);
}

Result<std::string> ArchiveObject(const std::string& object) {
  TIRX_TRY(std::vector<std::string> argv, WordsOf(FindHostTool("", "AR", "ar"), "AR"));
  TIRX_TRY(TemporaryDirectory directory, TemporaryDirectory::Make());
  TIRX_RETURN_IF_FAILED(directory.Write(kObject, object));
  // D: no times, no owners.
  argv.insert(argv.end(), {"rcsD", directory.File(kOutput), directory.File(kObject)});
  return RunTool(directory, argv, kOutput);
}

}  // namespace tirx::backend
