// SPDX-License-Identifier: Apache-2.0
// A private directory (mode 0700, unpredictable name) that is removed with everything in it when it goes out
// of scope.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::backend {

class TemporaryDirectory {
 public:
  // Under TMPDIR, else /tmp; its path is absolute.
  static Result<TemporaryDirectory> Make();

  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory();

  const std::string& path() const { return path_; }
  std::string File(std::string_view name) const { return path_ + "/" + std::string(name); }
  Status Write(std::string_view name, std::string_view bytes) const;

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// The bytes of a regular file, or nothing when it cannot be read.
std::optional<std::string> ReadFile(const std::string& path);

}  // namespace tirx::backend
