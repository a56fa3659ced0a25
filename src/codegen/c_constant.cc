// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_constant.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "base/float_format.h"

namespace tirx::codegen {
namespace {

std::string Format(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

// Whether a constant that was computed in float32 stands for this double: the decimal that a float prints as.
bool IsFloatsDecimal(double value) {
  char text[40];
  *std::to_chars(text, text + sizeof(text) - 1, float(value)).ptr = '\0';
  return std::strtod(text, nullptr) == value;
}

std::string BitPattern(DType t, double value) {
  uint16_t bits = EncodeFloat(*FloatFormatOf(t), value);
  char text[16];
  std::snprintf(text, sizeof(text), "0x%04x", bits);
  return text;
}

// As people write it where that is short and gives the same value: `0.5f`, `1e-05f`. Otherwise the double in
// hexadecimal with its decimal value beside it (1/27 is `0x1.2f684bda12f68p-5`); `f` makes C round it once.
std::string FiniteLiteral(DType t, double magnitude) {
  constexpr size_t kShort = 9;
  bool wide = SetOf(t) == kF64;
  auto decimal = [](auto value) {
    char text[40];
    return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
  };
  // The compiler rounds the decimal once, to the width of the literal.
  auto exact = [&](const std::string& text) {
    return wide ? std::strtod(text.c_str(), nullptr) == magnitude
                : std::strtof(text.c_str(), nullptr) == float(magnitude) && std::isfinite(float(magnitude));
  };
  std::string text = wide ? decimal(magnitude) : decimal(float(magnitude));
  if (text.size() > kShort || !exact(text)) {
    double shown = !wide && IsFloatsDecimal(magnitude) ? double(float(magnitude)) : magnitude;
    return Format("%a", shown) + (wide ? "" : "f") + "/*" + Format("%e", magnitude) + "*/";
  }
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + (wide ? "" : "f");
}

// What stands beside the pattern of such a literal: its decimal comment, where it has one.
std::string Shown(const std::string& literal) {
  size_t at = literal.find("/*");
  return at == std::string::npos ? literal : literal.substr(at + 2, literal.size() - at - 4);
}

}  // namespace

CText IntLiteral(const Dialect& dialect, DType t, int64_t value) {
  if (IsBool(t)) return {value ? "true" : "false"};
  bool wide = t.bits == 64;
  if (IsUInt(t)) {
    uint64_t bits = uint64_t(value);
    if (!wide) return {std::to_string(bits) + (t.bits == 32 ? "u" : "")};
    return {std::to_string(bits) + "U" + std::string(dialect.long_suffix)};
  }
  std::string suffix(wide ? dialect.long_suffix : "");
  // The magnitude of the least value is no literal of the type.
  if (wide ? value == INT64_MIN : t.bits == 32 && value == INT32_MIN)
    return {"-" + std::to_string(-(value + 1)) + suffix + " - 1", kAdditive};
  std::string text = std::to_string(value) + suffix;
  return {text, value < 0 ? kUnary : kPostfix};
}

CText MaskLiteral(const Dialect& dialect, DType t, int64_t value) {
  CText decimal = IntLiteral(dialect, t, value);
  if (value >= 0 && value < 16) return decimal;
  if (!IsUInt(t) && value < 0) return decimal;
  char digits[24];
  std::snprintf(digits, sizeof(digits), "0x%llx", static_cast<unsigned long long>(value));
  return {digits + decimal.text.substr(std::min(decimal.text.find_first_of("uUL"), decimal.text.size()))};
}

CText FloatLiteral(const Dialect& dialect, DType t, double value) {
  const TypeRow* row = FindType(dialect, t);
  TIRX_CHECK(row != nullptr, "constant of a type that the dialect lacks: " + DTypeName(t));
  if (std::isnan(value)) return {std::string(row->nan)};
  // A constructor rounds what the compiler has rounded to float32; one rounding is right, and so is a second
  // one of its result.
  if (SetOf(t) & kSmallFloat) value = RoundToType(t, value);
  std::string minus = std::signbit(value) ? "-" : "";
  std::string number = std::isinf(value) ? std::string(row->infinity) : FiniteLiteral(t, std::fabs(value));
  std::string text(row->literal);
  if (size_t at = text.find("{bits}"); at != std::string::npos && !std::isinf(value))
    return {text.replace(at, 6, BitPattern(t, value) + "/*" + minus + Shown(number) + "*/")};
  if (size_t at = text.find("{0}"); at != std::string::npos) return {text.replace(at, 3, minus + number)};
  return {minus + number, minus.empty() ? kPostfix : kUnary};
}

std::string StringLiteral(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\' || c == '?') {
      (out += '\\') += c;
    } else if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\%03o", static_cast<unsigned char>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace tirx::codegen
