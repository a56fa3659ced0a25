// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/toolkit.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tirx::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOverrideVariable = "TIRX_CUDA_TOOLKIT";

std::string Environment(const char* name) {
  const char* value = getenv(name);
  return value ? value : "";
}

bool IsFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool IsProgram(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

std::string Canonical(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  return error ? std::string() : real.string();
}

std::vector<std::string> SplitColons(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find(':', start), text.size());
    if (end > start) parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

// Entries of `folder` whose name starts with `prefix`, sorted backwards so that higher versions come first.
std::vector<fs::path> EntriesWithPrefix(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename().string().compare(0, prefix.size(), prefix) == 0) entries.push_back(it->path());
  }
  std::sort(entries.rbegin(), entries.rend());
  return entries;
}

// libnvrtc.so, or in wheels, which have no unversioned link, libnvrtc.so.13. Never the `.alt` build beside
// it.
std::string FindLibrary(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> found = EntriesWithPrefix(folder, name + ".so");
  return found.empty() ? std::string()
                       : Canonical(found.back().filename() == name + ".so" ? found.back() : found[0]);
}

std::vector<fs::path> TargetFolders(const fs::path& root) {
  return EntriesWithPrefix(root / "targets", "");
}

std::vector<std::string> IncludeFolders(const fs::path& root) {
  std::vector<fs::path> candidates = {root / "include"};
  for (const fs::path& target : TargetFolders(root)) candidates.push_back(target / "include");
  std::vector<std::string> folders;
  for (const fs::path& candidate : candidates) {
    // Full installs link targets/<arch>/include to include: once is enough.
    for (const std::string& folder : {Canonical(candidate), Canonical(candidate / "cccl")}) {
      if (IsFolder(folder) && std::find(folders.begin(), folders.end(), folder) == folders.end()) {
        folders.push_back(folder);
      }
    }
  }
  return folders;
}

// From `#define CUDA_VERSION 13000` in cuda.h, else from the name libnvrtc-builtins.so.13.0.
Version ReadVersion(const Toolkit& toolkit) {
  Version version;
  for (const std::string& folder : toolkit.include_dirs) {
    std::ifstream header(folder + "/cuda.h");
    int number = 0;
    for (std::string line; std::getline(header, line);) {
      if (sscanf(line.c_str(), "#define CUDA_VERSION %d", &number) == 1)
        return {number / 1000, number % 1000 / 10};
    }
  }
  size_t at = toolkit.nvrtc_builtins.rfind(".so.");
  if (at != std::string::npos) {
    sscanf(toolkit.nvrtc_builtins.c_str() + at, ".so.%d.%d", &version.major, &version.minor);
  }
  return version;
}

Toolkit ReadToolkit(const fs::path& root, std::string found_by) {
  Toolkit toolkit;
  toolkit.root = Canonical(root);
  toolkit.found_by = std::move(found_by);
  if (toolkit.root.empty()) return toolkit;
  std::vector<fs::path> libraries = {root / "lib64", root / "lib"};
  for (const fs::path& target : TargetFolders(root)) libraries.push_back(target / "lib");
  for (const fs::path& folder : libraries) {
    toolkit.nvrtc = FindLibrary(folder, "libnvrtc");
    if (toolkit.nvrtc.empty()) continue;
    toolkit.nvrtc_builtins = FindLibrary(folder, "libnvrtc-builtins");
    break;
  }
  if (IsProgram(root / "bin/nvcc")) toolkit.nvcc = toolkit.root + "/bin/nvcc";
  toolkit.include_dirs = IncludeFolders(root);
  toolkit.version = ReadVersion(toolkit);
  return toolkit;
}

struct Place {
  std::string root;
  std::string found_by;
};

std::string OwnLibraryFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<const void*>(&OwnLibraryFolder), &info) || !info.dli_fname) return "";
  std::string path = Canonical(info.dli_fname);
  return path.empty() ? path : fs::path(path).parent_path().string();
}

void AddVenvSites(const fs::path& venv, std::vector<std::string>& sites) {
  for (const fs::path& python : EntriesWithPrefix(venv / "lib", "python3")) {
    sites.push_back((python / "site-packages").string());
  }
}

}  // namespace

std::vector<std::string> SiteFolders(const ToolkitSearch& search) {
  std::vector<std::string> sites = search.site_dirs;
  for (std::string& site : SplitColons(Environment("TIRX_PYTHON_SITE"))) sites.push_back(std::move(site));
  if (std::string venv = Environment("VIRTUAL_ENV"); !venv.empty()) AddVenvSites(venv, sites);
  for (fs::path folder = OwnLibraryFolder(); !folder.empty(); folder = folder.parent_path()) {
    if (folder.filename() == "site-packages") sites.push_back(folder.string());
    AddVenvSites(folder / ".venv", sites);
    if (folder == folder.root_path()) break;
  }
  return sites;
}

namespace {

void AddWheels(const ToolkitSearch& search, std::vector<Place>& places) {
  for (const std::string& site : SiteFolders(search)) {
    for (const fs::path& folder : EntriesWithPrefix(fs::path(site) / "nvidia", "cu")) {
      // CUDA 13 wheels share one folder nvidia/cu13; older ones have a folder each (nvidia/cuda_nvrtc), not a
      // toolkit.
      std::string digits = folder.filename().string().substr(2);
      bool shared = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
      if (shared) places.push_back({folder.string(), "wheels in " + site});
    }
  }
}

std::vector<Place> Places(const ToolkitSearch& search) {
  if (!search.root.empty()) return {{search.root, "the given path"}};
  std::vector<Place> places;
  std::string override_value = Environment(kOverrideVariable);
  if (override_value == "none") return places;
  if (override_value == "wheels") {
    AddWheels(search, places);
    return places;
  }
  if (!override_value.empty()) return {{override_value, kOverrideVariable}};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::string root = Environment(variable); !root.empty()) places.push_back({root, variable});
  }
  for (const std::string& folder : SplitColons(Environment("PATH"))) {
    if (!IsProgram(fs::path(folder) / "nvcc")) continue;
    places.push_back({fs::path(Canonical(fs::path(folder) / "nvcc")).parent_path().parent_path().string(),
                      "nvcc on PATH"});
  }
  AddWheels(search, places);
  places.push_back({"/usr/local/cuda", "the usual place"});
  return places;
}

std::string Describe(const Toolkit& toolkit, const Place& place) {
  std::string text = place.root + " (" + place.found_by + "): ";
  if (toolkit.root.empty()) return text + "does not exist";
  return text + (toolkit.nvrtc.empty() ? "no libnvrtc" : "libnvrtc") + ", " +
         (toolkit.nvcc.empty() ? "no nvcc" : "nvcc");
}

}  // namespace

std::vector<Toolkit> FindToolkits(const ToolkitSearch& search) {
  std::vector<Toolkit> toolkits;
  for (const Place& place : Places(search)) {
    Toolkit toolkit = ReadToolkit(place.root, place.found_by);
    bool known = std::any_of(toolkits.begin(), toolkits.end(),
                             [&](const Toolkit& other) { return other.root == toolkit.root; });
    bool useful = !toolkit.nvrtc.empty() || !toolkit.nvcc.empty();
    if (useful && !known) toolkits.push_back(std::move(toolkit));
  }
  return toolkits;
}

Result<Toolkit> FindToolkitWith(ToolkitPart part, const ToolkitSearch& search) {
  bool want_nvcc = part == ToolkitPart::kNvcc;
  diag::Diagnostic missing = diag::Make(DK::CudaToolkitNotFound, Span(), {want_nvcc ? "nvcc" : "NVRTC"});
  for (const Place& place : Places(search)) {
    Toolkit toolkit = ReadToolkit(place.root, place.found_by);
    if (!(want_nvcc ? toolkit.nvcc : toolkit.nvrtc).empty()) return toolkit;
    missing.notes.push_back({Span(), "looked at " + Describe(toolkit, place)});
  }
  if (std::string value = Environment(kOverrideVariable); search.root.empty() && !value.empty()) {
    missing.notes.push_back({Span(), std::string(kOverrideVariable) + "=" + value + " limits the search"});
  }
  return missing;
}

std::vector<std::string> FindExecutables(const std::string& name, const ToolkitSearch& search) {
  std::vector<std::string> found;
  std::vector<std::string> folders;
  for (const Place& place : Places(search)) folders.push_back(place.root + "/bin");
  bool limited = !search.root.empty() || !Environment(kOverrideVariable).empty();
  if (!limited) {
    for (std::string& folder : SplitColons(Environment("PATH"))) folders.push_back(std::move(folder));
  }
  for (const std::string& folder : folders) {
    std::string path = folder + "/" + name;
    if (IsProgram(path) && std::find(found.begin(), found.end(), path) == found.end()) found.push_back(path);
  }
  return found;
}

}  // namespace tirx::cuda
