// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_text.h"

#include <charconv>
#include <cstdlib>

namespace tirx::ir {
namespace {

void AppendHexEscape(unsigned char c, std::string* out) {
  constexpr std::string_view digits = "0123456789abcdef";
  *out += "\\x";
  *out += digits[c >> 4];
  *out += digits[c & 15];
}

void AppendEscaped(char c, std::string* out) {
  switch (c) {
    case '\\':
      *out += "\\\\";
      return;
    case '"':
      *out += "\\\"";
      return;
    case '\n':
      *out += "\\n";
      return;
    case '\t':
      *out += "\\t";
      return;
    case '\r':
      *out += "\\r";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    AppendHexEscape(static_cast<unsigned char>(c), out);
  } else {
    *out += c;
  }
}

}  // namespace

std::string QuoteScript(std::string_view text) {
  std::string out = "\"";
  for (char c : text) AppendEscaped(c, &out);
  return out + '"';
}

std::string QuoteDoc(std::string_view text) {
  std::string out = "\"\"\"";
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool lone_quote = c == '"' && i + 1 < text.size() && text[i + 1] != '"';
    if (c == '\n' || lone_quote) {
      out += c;
    } else {
      AppendEscaped(c, &out);
    }
  }
  return out + "\"\"\"";
}

std::string FloatLiteral(double value) {
  char text[40];
  std::string out(text, std::to_chars(text, text + sizeof(text), value).ptr);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

std::string IntLiteral(DType dtype, int64_t value) {
  return IsUInt(dtype) ? std::to_string(uint64_t(value)) : std::to_string(value);
}

}  // namespace tirx::ir
