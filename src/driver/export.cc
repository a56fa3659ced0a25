// SPDX-License-Identifier: Apache-2.0
#include "driver/export.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "backend/host_tools.h"
#include "codegen/c_library.h"
#include "diag/suggest.h"
#include "driver/files.h"
#include "runtime/library_file.h"

namespace tirx::driver {
namespace {

using backend::CForm;

const std::vector<std::string_view>& Forms() {
  static const auto* forms = new std::vector<std::string_view>{".so", ".o", ".a", ".c"};
  return *forms;
}

// One of Forms(), or empty.
std::string_view FormOf(std::string_view path) {
  path.remove_prefix(path.find_last_of('/') + 1);  // npos + 1 is 0
  for (std::string_view form : Forms())
    if (path.size() > form.size() && path.substr(path.size() - form.size()) == form) return form;
  return "";
}

bool IsIdentifierPart(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Fills in what the form implies.
Result<codegen::CLibraryOptions> LibraryOptions(const ExportOptions& options, const std::string& path,
                                                std::string_view form) {
  codegen::CLibraryOptions library{options.system_library || form == ".a", options.prefix};
  auto bad = [&](const char* option, const char* why) {
    return Fail(DK::ExportOption, Span(), {option, path, why});
  };
  if (form == ".so" && library.system_library)
    return bad("system_library",
               "a shared library is loaded by its path; parts of a program end in `.a`, `.o` or `.c`");
  if (!library.prefix.empty() && !library.system_library)
    return bad("prefix", "it tells parts of a program apart; say `system_library`, or export to `.a`");
  if (!IsIdentifierPart(library.prefix))
    return bad("prefix", "it becomes part of symbols: letters, digits and underscores");
  return library;
}

// What the form makes of the C text.
Result<std::string> Build(std::string text, std::string_view form, const ExportOptions& options) {
  if (form == ".c") return text;
  backend::CCompileRequest request{std::move(text), form == ".so" ? CForm::kSharedLibrary : CForm::kObject,
                                   options.compiler, options.arguments};
  TIRX_TRY(std::string bytes, backend::CompileC(request));
  return form == ".a" ? backend::ArchiveObject(bytes) : Result<std::string>(std::move(bytes));
}

}  // namespace

bool IsExportName(std::string_view path) {
  return !FormOf(path).empty();
}

Status ExportLibrary(const Artifact& artifact, const std::string& path, const ExportOptions& options) {
  const std::string_view form = FormOf(path);
  if (form.empty()) return Fail(DK::UnknownExportForm, Span(), {path, diag::OneOf(Forms())});
  TIRX_TRY(codegen::CLibraryOptions library, LibraryOptions(options, path, form));
  TIRX_RETURN_IF_FAILED(CheckHasDeviceCode(artifact, path));
  runtime::HostProgram program;
  if (auto status = runtime::LoadHostProgram(artifact.host_program, &program); !status.ok())
    return Fail(DK::BadArtifact, Span(), {"<artifact>", status.message});
  std::vector<codegen::EmbeddedModule> modules;
  for (const ArtifactUnit& unit : artifact.units) modules.push_back({unit.module_kind, unit.payload});
  TIRX_TRY(std::string bytes, Build(codegen::GenerateCLibrary(program, modules, library), form, options));
  return WriteFile(path, bytes);
}

Result<ffi::Module> LoadLibrary(const std::string& path) {
  std::error_code problem;
  // The dynamic loader looks for a name without a slash elsewhere.
  const std::string file = std::filesystem::absolute(path, problem).string();
  const auto status = std::filesystem::status(file, problem);
  if (!std::filesystem::exists(status)) return Fail(DK::CannotRead, Span(), {path, "no such file"});
  if (auto whole = runtime::CheckWholeLibrary(file); !whole.ok())
    return Fail(DK::CannotLoadLibrary, Span(), {path, whole.message});
  auto load = ffi::Function::GetGlobal("ffi.ModuleLoadFromFile");
  auto module = load->CallExpected<ffi::Module>(String(runtime::NameForLoader(file)));
  if (module.is_err()) return Fail(DK::CannotLoadLibrary, Span(), {path, View(module.error().message())});
  return module.value();
}

}  // namespace tirx::driver
