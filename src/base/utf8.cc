// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

namespace tirx {

size_t Utf8Length(std::string_view text, size_t pos) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  unsigned char first = byte(pos);
  if (pos >= text.size()) return 0;
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  // The second byte's range leaves out overlong forms, surrogates, and what lies beyond U+10FFFF.
  unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(pos + 1) < low || byte(pos + 1) > high) return 0;
  for (size_t i = 2; i < length; ++i)
    if ((byte(pos + i) & 0xC0) != 0x80) return 0;
  return length;
}

size_t FirstNonUtf8(std::string_view text) {
  for (size_t pos = 0; pos < text.size();) {
    size_t length = Utf8Length(text, pos);
    if (length == 0) return pos;
    pos += length;
  }
  return text.size();
}

}  // namespace tirx
