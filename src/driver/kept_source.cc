// SPDX-License-Identifier: Apache-2.0
#include "driver/kept_source.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/hash.h"
#include "driver/files.h"

namespace tirx::driver {

Result<std::string> KeepSource(const codegen::DeviceSource& source, std::string_view suffix) {
  const char* given = std::getenv("TIRX_KEEP_SOURCE");
  if (given == nullptr || *given == '\0') return std::string();
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(given, error);
  if (!error) std::filesystem::create_directories(folder, error);
  if (error) return Fail(DK::CannotWrite, Span(), {given, error.message() + " (TIRX_KEEP_SOURCE)"});
  char digest[17];
  std::snprintf(digest, sizeof(digest), "%016llx", static_cast<unsigned long long>(HashBytes(source.text)));
  const std::string kernel = source.kernels.empty() ? "device" : source.kernels[0].name;
  std::string path = folder / (kernel + "-" + digest + "." + std::string(suffix));
  TIRX_RETURN_IF_FAILED(WriteFile(path, source.text));
  return path;
}

}  // namespace tirx::driver
