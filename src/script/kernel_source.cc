// SPDX-License-Identifier: Apache-2.0
#include "script/kernel_source.h"

#include <filesystem>
#include <fstream>

#include "base/base64.h"
#include "base/utf8.h"

namespace tirx::script {

namespace {

constexpr uintmax_t kMaxFileBytes = uintmax_t(1) << 30;

}  // namespace

void SetKernelSource(const std::string& bytes, const std::string& format, Attrs* attrs) {
  const bool is_text = FirstNonUtf8(bytes) == bytes.size() && bytes.find('\0') == std::string::npos;
  attrs->Set(is_text ? "source" : "image", String(is_text ? bytes : EncodeBase64(bytes)));
  if (!format.empty()) attrs->Set("format", String(format));
}

Result<std::string> ReadKernelFile(const std::string& path) {
  auto fail = [&](std::string_view why) { return Fail(DK::CannotRead, Span(), {path, why}); };
  std::error_code wrong;
  std::filesystem::file_status status = std::filesystem::status(path, wrong);
  if (!std::filesystem::exists(status)) return fail("there is no such file");
  if (!std::filesystem::is_regular_file(status)) return fail("it is no file");
  if (std::filesystem::file_size(path, wrong) > kMaxFileBytes) return fail("it is larger than 1 GiB");
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in) return fail("it may not be read");
  if (bytes.empty()) return fail("it is empty");
  return bytes;
}

std::string FormatOfFile(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  return suffix.empty() ? "" : suffix.substr(1);
}

}  // namespace tirx::script
