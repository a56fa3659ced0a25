// SPDX-License-Identifier: Apache-2.0
#include "script/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "script/constant_ops.h"

namespace tirx::script {
namespace {

constexpr int64_t kMaxWidth = 10000, kMaxPrecision = 1000;

struct Spec {
  std::string fill = " ";
  char align = '\0', sign = '-', grouping = '\0', type = '\0';
  bool has_sign = false, alternate = false;
  int64_t width = 0, precision = -1;
};

// A number in parts: the digits before and after the place where padding with `=` goes.
struct Parts {
  std::string head;    // sign and base
  std::string digits;  // what is grouped
  std::string tail;    // point, fraction, exponent
};

bool IsAlign(char c) {
  return c == '<' || c == '>' || c == '=' || c == '^';
}

bool ReadNumber(std::string_view* text, int64_t limit, int64_t* out) {
  auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), *out);
  if (error != std::errc() || (*text)[0] == '-' || *out > limit) return false;
  text->remove_prefix(size_t(end - text->data()));
  return true;
}

// What is wrong with the specification; empty when nothing is.
std::string ReadSpec(std::string_view text, Spec* spec) {
  auto accept = [&](std::string_view choices) {
    if (text.empty() || choices.find(text[0]) == std::string_view::npos) return '\0';
    char c = text[0];
    text.remove_prefix(1);
    return c;
  };
  std::vector<std::string> points = CodePoints(std::string(text));
  if (points.size() > 1 && points[1].size() == 1 && IsAlign(points[1][0])) {
    spec->fill = points[0];
    text.remove_prefix(points[0].size());
  }
  spec->align = accept("<>=^");
  if (char sign = accept("+- ")) spec->sign = sign, spec->has_sign = true;
  if (accept("z")) return "`z` is not supported";
  spec->alternate = accept("#") != '\0';
  if (accept("0") && spec->align == '\0') {
    spec->fill = "0";
    spec->align = '0';  // `=` for numbers, nothing for strings
  }
  bool has_width = !text.empty() && text[0] >= '0' && text[0] <= '9';
  if (has_width && !ReadNumber(&text, kMaxWidth, &spec->width)) return "the width is too large";
  spec->grouping = accept(",_");
  if (accept(".")) {
    bool digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
    if (!digit) return "a precision is missing after `.`";
    if (!ReadNumber(&text, kMaxPrecision, &spec->precision)) return "the precision is too large";
  }
  if (text.size() > 1) return "it does not end where its type should stand";
  if (!text.empty()) spec->type = text[0];
  return "";
}

std::string Grouped(const std::string& digits, char separator, size_t size) {
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % size == 0) out += separator;
    out += digits[i];
  }
  return out;
}

std::string Repeated(const std::string& text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string Padded(const std::string& text, const Spec& spec, char align) {
  size_t size = CodePoints(text).size(), width = size_t(spec.width);
  if (size >= width) return text;
  size_t missing = width - size;
  size_t left = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  return Repeated(spec.fill, left) + text + Repeated(spec.fill, missing - left);
}

std::string Assemble(Parts parts, const Spec& spec, size_t group_size) {
  char align = spec.align == '0' ? '=' : spec.align == '\0' ? '>' : spec.align;
  size_t rest = parts.head.size() + parts.tail.size();
  size_t width = size_t(spec.width) > rest ? size_t(spec.width) - rest : 0;
  if (spec.grouping) {
    // Zeros are grouped like digits, and may exceed the width by one so that no separator stands first.
    if (align == '=' && spec.fill == "0") {
      while (Grouped(parts.digits, spec.grouping, group_size).size() < width) parts.digits.insert(0, 1, '0');
    }
    parts.digits = Grouped(parts.digits, spec.grouping, group_size);
  }
  if (align != '=') return Padded(parts.head + parts.digits + parts.tail, spec, align);
  size_t missing = width > parts.digits.size() ? width - parts.digits.size() : 0;
  return parts.head + Repeated(spec.fill, missing) + parts.digits + parts.tail;
}

std::string SignOf(bool negative, const Spec& spec) {
  return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

// ---- integers ----

std::string FormatInt(int64_t value, const Spec& spec) {
  int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
  uint64_t magnitude = value < 0 ? 0 - uint64_t(value) : uint64_t(value);
  char text[72];
  auto end = std::to_chars(text, text + sizeof(text), magnitude, base).ptr;
  Parts parts{SignOf(value < 0, spec), std::string(text, end), ""};
  if (spec.type == 'X') {
    for (char& c : parts.digits) c = c >= 'a' ? char(c - 'a' + 'A') : c;
  }
  if (spec.alternate && base != 10) parts.head += std::string("0") + spec.type;
  return Assemble(std::move(parts), spec, base == 10 ? 3 : 4);
}

// ---- floats ----

std::string Digits(double value, std::chars_format form, int64_t precision) {
  std::array<char, 1500> text;  // the longest: 309 digits, a point and kMaxPrecision more
  auto end = std::to_chars(text.data(), text.data() + text.size(), value, form, int(precision)).ptr;
  return {text.data(), end};
}

void DropZeros(std::string* text) {
  size_t exponent = std::min(text->find('e'), text->size());
  if (text->find('.') >= exponent) return;
  size_t last = text->find_last_not_of('0', exponent - 1);
  if ((*text)[last] == '.') --last;
  text->erase(last + 1, exponent - last - 1);
}

// The types `g` and none: the shorter of the two notations. Without a type, a float always shows a point or
// an exponent, and takes the exponent one digit sooner.
std::string General(double value, int64_t precision, bool alternate, bool plain) {
  int64_t p = std::max<int64_t>(precision, 1);
  std::string text = Digits(value, std::chars_format::scientific, p - 1);
  int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  bool fixed = exponent >= -4 && exponent < p - plain;
  if (fixed) text = Digits(value, std::chars_format::fixed, p - 1 - exponent);
  if (!alternate) DropZeros(&text);
  if (plain && fixed && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string Magnitude(double value, const Spec& spec) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return "inf";
  int64_t precision = spec.precision < 0 ? 6 : spec.precision;
  switch (spec.type) {
    case 'e':
    case 'E':
      return Digits(value, std::chars_format::scientific, precision);
    case 'f':
    case 'F':
    case '%':
      return Digits(value, std::chars_format::fixed, precision);
    case 'g':
    case 'G':
      return General(value, precision, spec.alternate, false);
    default:
      return spec.precision < 0 ? FloatRepr(value) : General(value, precision, spec.alternate, true);
  }
}

std::string FormatFloat(double value, const Spec& spec) {
  bool negative = std::signbit(value) && !std::isnan(value);
  double scaled = spec.type == '%' ? value * 100 : value;
  std::string text = Magnitude(std::fabs(scaled), spec);
  size_t whole = std::min(text.find_first_of(".e"), text.size());
  if (std::isfinite(scaled) && spec.alternate && text.find('.') == std::string::npos) text.insert(whole, ".");
  if (!std::isfinite(scaled)) whole = text.size();
  Parts parts{SignOf(negative, spec), text.substr(0, whole), text.substr(whole)};
  if (spec.type == '%') parts.tail += "%";
  if (spec.type == 'E' || spec.type == 'F' || spec.type == 'G') {
    for (std::string* part : {&parts.digits, &parts.tail})
      for (char& c : *part) c = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
  }
  return Assemble(std::move(parts), spec, 3);
}

std::string FormatText(const std::string& text, const Spec& spec) {
  char align = spec.align == '0' || spec.align == '\0' ? '<' : spec.align;
  if (spec.precision < 0) return Padded(text, spec, align);
  std::vector<std::string> points = CodePoints(text);
  std::string cut;
  for (size_t i = 0; i < std::min(points.size(), size_t(spec.precision)); ++i) cut += points[i];
  return Padded(cut, spec, align);
}

// What a specification asks for that its value does not have; empty when nothing.
std::string Misfit(const Value& value, const Spec& spec) {
  constexpr std::string_view floats = "eEfFgG%", whole_only = "bdoxX";
  bool is_float_type = spec.type && floats.find(spec.type) != std::string_view::npos;
  if (value.str()) {
    if (spec.type && spec.type != 's') return std::string("the type `") + spec.type + "` is for numbers";
    if (spec.has_sign || spec.alternate || spec.grouping) return "signs, `#` and grouping are for numbers";
    return spec.align == '=' ? "the alignment `=` is for numbers" : "";
  }
  bool whole_type = spec.type && whole_only.find(spec.type) != std::string_view::npos;
  if (spec.type && !is_float_type && !whole_type)
    return std::string("the type `") + spec.type + "` is not for numbers, or not supported";
  if (!value.integer()) return whole_type ? std::string("the type `") + spec.type + "` is for integers" : "";
  if (is_float_type) return "";
  if (spec.precision >= 0) return "an integer has no precision";
  if (spec.grouping == ',' && spec.type && spec.type != 'd') return "`,` is for decimal numbers; use `_`";
  return "";
}

}  // namespace

Result<std::string> Format(const Value& value, std::string_view text, const Span& at) {
  if (text.empty()) return Str(value);
  auto fail = [&](std::string_view why) { return Fail(DK::BadFormat, at, {text, DescribeKind(value), why}); };
  if (!value.number() && !value.str()) return fail("only numbers and strings have formats");
  Spec spec;
  std::string problem = ReadSpec(text, &spec);
  if (problem.empty()) problem = Misfit(value, spec);
  if (!problem.empty()) return fail(problem);
  if (value.str()) return FormatText(*value.str(), spec);
  bool whole = value.integer() && (spec.type == '\0' || std::string_view("bdoxX").find(spec.type) < 5);
  return whole ? FormatInt(*value.integer(), spec) : FormatFloat(*value.number(), spec);
}

std::string Ascii(const std::string& repr) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out;
  for (const std::string& point : CodePoints(repr)) {
    if (point.size() == 1) {
      out += point;
      continue;
    }
    // UTF-8: the first byte holds 7 - size bits, each other one 6.
    uint32_t c = static_cast<unsigned char>(point[0]) & (0xFFu >> (point.size() + 1));
    for (size_t i = 1; i < point.size(); ++i) c = c << 6 | (static_cast<unsigned char>(point[i]) & 0x3F);
    int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    out += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += hex[c >> shift & 15];
  }
  return out;
}

}  // namespace tirx::script
