// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

#include <cstdint>

namespace tirx {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? uint8_t(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t group = 0;
    size_t count = 0;  // digits before the padding
    for (size_t k = 0; k < 4; ++k) {
      const size_t digit = kDigits.find(text[i + k]);
      if (digit != std::string_view::npos && count == k) ++count;
      group = group << 6 | (digit == std::string_view::npos ? 0u : uint32_t(digit));
    }
    for (size_t k = 1; k < count; ++k) bytes += char(group >> (24 - 8 * k) & 255);
  }
  if (EncodeBase64(bytes) != text) return std::nullopt;  // other characters, padding inside, stray bits
  return bytes;
}

}  // namespace tirx
