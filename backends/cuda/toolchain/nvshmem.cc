// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/nvshmem.h"

#include <cstdlib>
#include <filesystem>

#include "backend/process.h"
#include "backend/temporary_directory.h"

namespace tirx::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "nvshmem.h";
constexpr const char* kDeviceLibrary = "libnvshmem_device.a";

// The folder of those that has the file, or of theirs that match; distributions number them: nvshmem_13.
std::string FolderWith(const std::vector<fs::path>& folders, const char* file) {
  std::error_code error;
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / file, error)) return folder.string();
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      const bool is_its_own = it->path().filename().string().starts_with("nvshmem");
      if (is_its_own && fs::exists(it->path() / file, error)) return it->path().string();
      for (fs::directory_iterator sub(it->path(), error), none; is_its_own && !error && sub != none;
           sub.increment(error))
        if (fs::exists(sub->path() / file, error)) return sub->path().string();
      error.clear();
    }
  }
  return "";
}

std::vector<fs::path> Roots(const ToolkitSearch& search) {
  if (const char* home = std::getenv("NVSHMEM_HOME"); home != nullptr && home[0] != '\0') return {home};
  std::vector<fs::path> roots;
  for (const Toolkit& toolkit : FindToolkits(search)) roots.emplace_back(toolkit.root);
  for (const std::string& site : SiteFolders(search)) roots.push_back(fs::path(site) / "nvidia/nvshmem");
  roots.insert(roots.end(), {"/usr/local", "/usr"});
  return roots;
}

// What NVRTC lacks of the host's headers that NVSHMEM's use.
constexpr const char* kNvrtcPrelude =
    "#include <cuda/std/cstddef>\n"
    "#include <cuda/std/cstdint>\n"
    "#include <cuda/std/type_traits>\n"
    "namespace std {\n"
    "using cuda::std::conditional; using cuda::std::enable_if; using cuda::std::is_floating_point;\n"
    "using cuda::std::is_integral; using cuda::std::is_same; using cuda::std::is_signed;\n"
    "using cuda::std::is_unsigned;\n"
    "}\n"
    "#line 1\n";

}  // namespace

bool UsesNvshmem(const std::string& source) {
  return source.find("#include <nvshmem.h>") != std::string::npos ||
         source.find("#include <nvshmemx.h>") != std::string::npos;
}

Result<Nvshmem> FindNvshmem(const ToolkitSearch& search) {
  diag::Diagnostic missing =
      diag::Make(DK::CudaLibraryUnusable, Span(),
                 {"NVSHMEM", std::string("no folder has both ") + kHeader + " and " + kDeviceLibrary +
                                 "; install it (the wheel nvidia-nvshmem-cu13), or set `NVSHMEM_HOME`"});
  for (const fs::path& root : Roots(search)) {
    Nvshmem found{FolderWith({root / "include"}, kHeader),
                  FolderWith({root / "lib64", root / "lib", root / "lib/x86_64-linux-gnu",
                              root / "lib/aarch64-linux-gnu"},
                             kDeviceLibrary)};
    if (!found.include_dir.empty() && !found.library_dir.empty()) return found;
    missing.notes.push_back({Span(), "looked at " + root.string()});
  }
  return missing;
}

CompileRequest RelocatableRequest(const CompileRequest& request, const Nvshmem& nvshmem) {
  CompileRequest relocatable = request;
  std::vector<std::string> options = {"-rdc=true", "-I" + nvshmem.include_dir};
  if (request.compiler == Compiler::kNvrtc) relocatable.source = kNvrtcPrelude + request.source;
  relocatable.options.insert(relocatable.options.begin(), options.begin(), options.end());
  return relocatable;
}

Status LinkWithNvshmem(const CompileRequest& request, const Nvshmem& nvshmem, CompilerOutput* relocatable) {
  std::vector<std::string> linkers = FindExecutables("nvlink", request.toolkit);
  if (linkers.empty()) return Fail(DK::CudaToolkitNotFound, Span(), {"nvlink"});
  TIRX_TRY(backend::TemporaryDirectory directory, backend::TemporaryDirectory::Make());
  TIRX_RETURN_IF_FAILED(directory.Write("relocatable.cubin", relocatable->bytes));
  backend::ProcessRequest process;
  process.argv = {linkers[0], "-arch=" + request.arch, "-L" + nvshmem.library_dir, "-lnvshmem_device"};
  process.argv.insert(process.argv.end(),
                      {"-o", directory.File("linked.cubin"), directory.File("relocatable.cubin")});
  process.environment = backend::CleanEnvironment(directory.path());
  process.seconds_limit = request.seconds_limit;
  TIRX_TRY(backend::ProcessResult result, backend::RunProcess(process));
  const std::string said = result.standard_output + result.standard_error;
  if (result.exit_code != 0)
    return Fail(DK::CudaCompileFailed, Span(),
                {"nvlink", "linking with NVSHMEM ended with exit code " + std::to_string(result.exit_code) +
                               ":\n" + said});
  relocatable->bytes = backend::ReadFile(directory.File("linked.cubin")).value_or("");
  relocatable->log += said;
  return Ok{};
}

}  // namespace tirx::cuda
