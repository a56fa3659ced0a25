// SPDX-License-Identifier: Apache-2.0
// The values of literal tokens: strings with their escapes, integers in every base, floats.
#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "script/lexer.h"

namespace tirx::script {
namespace {

void AppendUtf8(uint32_t c, std::string* out) {
  if (c < 0x80) {
    *out += char(c);
  } else if (c < 0x800) {
    *out += char(0xC0 | (c >> 6));
    *out += char(0x80 | (c & 63));
  } else if (c < 0x10000) {
    *out += char(0xE0 | (c >> 12));
    *out += char(0x80 | ((c >> 6) & 63));
    *out += char(0x80 | (c & 63));
  } else {
    *out += char(0xF0 | (c >> 18));
    *out += char(0x80 | ((c >> 12) & 63));
    *out += char(0x80 | ((c >> 6) & 63));
    *out += char(0x80 | (c & 63));
  }
}

// One-letter escapes and what they mean; everything else keeps its backslash, as in Python.
constexpr std::string_view kSimpleEscapes = "\\'\"abfnrtv";
constexpr std::string_view kSimpleValues = "\\'\"\a\b\f\n\r\t\v";

class EscapeDecoder {
 public:
  EscapeDecoder(std::string_view body, bool bytes) : body_(body), bytes_(bytes) {}

  // False for an escape with missing digits or a code point out of range.
  bool Run(std::string* out) {
    while (pos_ < body_.size()) {
      char c = body_[pos_++];
      if (c == '\r' && pos_ < body_.size() && body_[pos_] == '\n') continue;
      if (c != '\\' || pos_ >= body_.size()) {
        *out += c;
      } else if (!Escape(body_[pos_++], out)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool Escape(char c, std::string* out) {
    if (c == '\n') return true;
    if (c == '\r' && pos_ < body_.size() && body_[pos_] == '\n') return ++pos_, true;
    if (size_t at = kSimpleEscapes.find(c); at != std::string_view::npos)
      return *out += kSimpleValues[at], true;
    if (c >= '0' && c <= '7') return --pos_, Number(8, 1, 3, out);
    if (c == 'x') return Number(16, 2, 2, out);
    if (!bytes_ && c == 'u') return Number(16, 4, 4, out);
    if (!bytes_ && c == 'U') return Number(16, 8, 8, out);
    if (!bytes_ && c == 'N') return false;
    *out += '\\';
    *out += c;
    return true;
  }

  bool Number(int base, size_t least, size_t most, std::string* out) {
    uint32_t value = 0;
    const char* begin = body_.data() + pos_;
    auto [end, error] = std::from_chars(begin, begin + std::min(most, body_.size() - pos_), value, base);
    if (error != std::errc() || size_t(end - begin) < least || value > 0x10FFFF) return false;
    pos_ += size_t(end - begin);
    if (bytes_) {
      *out += char(value);
    } else {
      AppendUtf8(value, out);
    }
    return true;
  }

  std::string_view body_;
  bool bytes_;
  size_t pos_ = 0;
};

std::string WithoutUnderscores(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != '_') out += c;
  }
  return out;
}

}  // namespace

bool DecodeEscapes(std::string_view body, std::string* out) {
  return EscapeDecoder(body, false).Run(out);
}

StringLiteral DecodeString(const SourceFile& file, const Token& token, diag::Diagnostics* errors) {
  size_t prefix = token.text.find_first_of("'\"");
  StringLiteral literal;
  bool raw = false;
  for (char c : token.text.substr(0, prefix)) {
    raw |= (c | 0x20) == 'r';
    literal.bytes |= (c | 0x20) == 'b';
    literal.formatted |= (c | 0x20) == 'f';
  }
  std::string_view body = token.text.substr(prefix);
  size_t quotes = body.size() >= 6 && body[1] == body[0] && body[2] == body[0] ? 3 : 1;
  body = body.substr(quotes, body.size() - 2 * quotes);
  if (raw || literal.formatted) {
    literal.value = std::string(body);
  } else if (!EscapeDecoder(body, literal.bytes).Run(&literal.value)) {
    errors->push_back(diag::Make(DK::BadEscape, SpanOf(file, token.at)));
  }
  return literal;
}

IntegerLiteral DecodeInteger(std::string_view text) {
  std::string digits = WithoutUnderscores(text);
  int base = 10;
  size_t begin = 0;
  if (digits.size() > 2 && digits[0] == '0') {
    char mark = char(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) begin = 2;
  }
  IntegerLiteral literal;
  auto [end, error] =
      std::from_chars(digits.data() + begin, digits.data() + digits.size(), literal.value, base);
  (void)end;
  literal.fits = error == std::errc();
  return literal;
}

double DecodeFloat(std::string_view text) {
  std::string digits = WithoutUnderscores(text);
  double value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  (void)end;
  if (error == std::errc()) return value;
  return std::strtod(digits.c_str(), nullptr);  // too large or too small: infinity, or zero or a subnormal
}

}  // namespace tirx::script
