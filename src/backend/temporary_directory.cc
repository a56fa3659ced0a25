// SPDX-License-Identifier: Apache-2.0
#include "backend/temporary_directory.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tirx::backend {

namespace fs = std::filesystem;

Result<TemporaryDirectory> TemporaryDirectory::Make() {
  const char* set = getenv("TMPDIR");
  std::string parent = set && *set ? set : "/tmp";
  std::error_code error;
  fs::path absolute =
      fs::absolute(parent, error);  // the tools get the path, and it must not depend on where they run
  std::string pattern = (error ? fs::path(parent) : absolute).string() + "/tirx-XXXXXX";
  if (!mkdtemp(pattern.data())) {
    return Fail(DK::NoTemporaryDirectory, Span(), {parent, strerror(errno)});
  }
  return TemporaryDirectory(std::move(pattern));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;  // a destructor has nobody to tell
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Status TemporaryDirectory::Write(std::string_view name, std::string_view bytes) const {
  std::ofstream file(File(name), std::ios::binary);
  file.write(bytes.data(), std::streamsize(bytes.size()));
  file.close();
  if (!file) return Fail(DK::NoTemporaryDirectory, Span(), {path_, "writing failed, is the disk full?"});
  return Ok{};
}

std::optional<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return std::nullopt;
  return bytes;
}

}  // namespace tirx::backend
