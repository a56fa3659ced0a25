// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <cstdio>

#include "base/utf8.h"

namespace tirx {

std::string JsonQuote(std::string_view text) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char escape[8];
          std::snprintf(escape, sizeof(escape), "\\u%04x", c);
          out += escape;
        } else if (static_cast<unsigned char>(c) < 0x80) {
          out += c;
        } else if (size_t length = Utf8Length(text, i); length > 0) {
          out += text.substr(i, length);
          i += length - 1;
        } else {
          out += "\\ufffd";
        }
    }
  }
  return out + "\"";
}

}  // namespace tirx
