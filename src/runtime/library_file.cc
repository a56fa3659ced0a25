// SPDX-License-Identifier: Apache-2.0
#include "runtime/library_file.h"

#include <elf.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace tirx::runtime {

namespace {

// The bytes that the program headers need (System V ABI, "Program Header"); 0 where there are none to read.
uint64_t BytesNeeded(std::ifstream& file) {
  Elf64_Ehdr header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return 0;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return 0;
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  const size_t bytes = segments.size() * sizeof(Elf64_Phdr);
  uint64_t needed = header.e_phoff + bytes;
  file.seekg(std::streamoff(header.e_phoff));
  if (!file.read(reinterpret_cast<char*>(segments.data()), std::streamsize(bytes))) return needed;
  for (const Elf64_Phdr& segment : segments) needed = std::max(needed, segment.p_offset + segment.p_filesz);
  return needed;
}

// How many other files were loaded from this path before this one. The inode of a loaded file is not given
// to another one.
size_t FilesBefore(const std::string& path) {
  using File = std::pair<dev_t, ino_t>;
  static std::mutex mutex;
  static auto* loaded = new std::map<std::string, std::vector<File>>;
  struct stat now {};
  if (stat(path.c_str(), &now) != 0) return 0;
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<File>& files = (*loaded)[path];
  const File file(now.st_dev, now.st_ino);
  const auto found = std::find(files.begin(), files.end(), file);
  const auto before = size_t(found - files.begin());
  if (found == files.end()) files.push_back(file);
  return before;
}

}  // namespace

std::string NameForLoader(const std::string& path) {
  const size_t name = path.rfind('/') + 1;
  std::string folder = path.substr(0, name);
  for (size_t before = FilesBefore(path); before != 0; before /= 2) folder += before % 2 != 0 ? "./" : "/";
  return folder + path.substr(name);
}

RuntimeStatus CheckWholeLibrary(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const auto size = uint64_t(file.tellg());
  file.seekg(0);
  char start[kArtifactMagic.size()] = "";
  file.read(start, sizeof(start));
  if (std::string_view(start, sizeof(start)) == kArtifactMagic)
    return RuntimeStatus::Error(kRuntimeError,
                                "it is an artifact: tirx.load reads it, and `tirx inspect` shows it");
  if (std::memcmp(start, ELFMAG, SELFMAG) != 0)
    return RuntimeStatus::Error(
        kRuntimeError, "it is no shared library; `tirx compile k.py -o k.so` makes one of a script k.py");
  file.clear();
  file.seekg(0);
  const uint64_t needed = BytesNeeded(file);
  if (needed <= size) return {};
  return RuntimeStatus::Error(kRuntimeError, "it is cut off: its header announces at least " +
                                                 std::to_string(needed) + " bytes, it has " +
                                                 std::to_string(size) + "; copy or export it again");
}

}  // namespace tirx::runtime
