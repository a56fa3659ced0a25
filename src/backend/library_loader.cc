// SPDX-License-Identifier: Apache-2.0
#include "backend/library_loader.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "backend/loader.h"
#include "backend/plugin.h"
#include "diag/render.h"

namespace tirx::backend {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPathVariable = "TIRX_BACKEND_PATH";
constexpr std::string_view kPrefix = "libtirx_backend_", kSuffix = ".so";

std::vector<fs::path> FoldersOnPath() {
  std::vector<fs::path> folders;
  const char* value = std::getenv(kPathVariable);
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    size_t end = std::min(rest.find(':'), rest.size());
    if (end != 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

bool IsLibraryName(const std::string& name) {
  return name.size() > kPrefix.size() + kSuffix.size() && name.starts_with(kPrefix) &&
         name.ends_with(kSuffix);
}

std::vector<std::string> LibrariesIn(const fs::path& folder) {
  std::vector<std::string> paths;
  std::error_code unreadable;  // a folder that is not there has no libraries
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (IsLibraryName(entry.path().filename())) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

Failure BadLibrary(const std::string& path, std::string_view why) {
  return Fail(DK::BadBackendLibrary, Span(), {path, why});
}

Result<const Backend*> OpenLibrary(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* error = dlerror();
    return BadLibrary(path, error ? error : "it cannot be opened");
  }
  auto* entry = reinterpret_cast<const BackendLibrary* (*)()>(dlsym(library, kBackendEntryPoint));
  if (!entry) return BadLibrary(path, std::string("it has no function `") + kBackendEntryPoint + "`");
  const BackendLibrary* found = entry();
  if (found->abi != kBackendAbi)
    return BadLibrary(path, "it was built for interface " + std::to_string(found->abi) + ", this is " +
                                std::to_string(kBackendAbi) + "; build it again with this tirx");
  return found->backend;
}

}  // namespace

Status LoadLibrary(const std::string& path) {
  std::error_code missing;  // dlopen says what is wrong with it
  fs::path whole = fs::weakly_canonical(path, missing);
  std::string origin = missing ? path : whole.string();
  TIRX_TRY(const Backend* backend, OpenLibrary(origin));
  return Load(*backend, origin);
}

std::optional<std::string> FindLibrary(std::string_view backend) {
  for (const fs::path& folder : FoldersOnPath()) {
    fs::path path = folder / (std::string(kPrefix) + std::string(backend) + std::string(kSuffix));
    std::error_code unreadable;
    if (fs::exists(path, unreadable)) return path.string();
  }
  return std::nullopt;
}

void LoadLibrariesOnPath() {
  for (const fs::path& folder : FoldersOnPath())
    for (const std::string& path : LibrariesIn(folder)) {
      Status loaded = LoadLibrary(path);
      if (loaded.ok()) continue;
      std::string text = diag::Render(loaded.diagnostics());
      std::fprintf(stderr, "tirx: warning: backend library `%s` is left out: %s\n", path.c_str(),
                   text.c_str());
    }
}

}  // namespace tirx::backend
