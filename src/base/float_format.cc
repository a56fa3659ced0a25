// SPDX-License-Identifier: Apache-2.0
#include "base/float_format.h"

#include <cmath>
#include <limits>

#include "base/element_types.h"

namespace tirx {
namespace {

// Patterns without their sign.
uint16_t AllOnes(FloatFormat f) {
  return uint16_t((1 << (f.exponent_bits + f.mantissa_bits)) - 1);
}
uint16_t Infinity(FloatFormat f) {
  return uint16_t(((1 << f.exponent_bits) - 1) << f.mantissa_bits);
}
uint16_t LargestPattern(FloatFormat f) {
  switch (f.specials) {
    case FloatSpecials::Ieee:
      return uint16_t(Infinity(f) - 1);
    case FloatSpecials::FiniteNan:
    case FloatSpecials::Exponent:
      return uint16_t(AllOnes(f) - 1);
    case FloatSpecials::Unsigned0:
    case FloatSpecials::Finite:
      break;
  }
  return AllOnes(f);
}

bool Saturates(FloatFormat f) {
  return 1 + f.exponent_bits + f.mantissa_bits < 16;
}

uint16_t SignBit(FloatFormat f) {
  return uint16_t(1 << (f.exponent_bits + f.mantissa_bits));
}

uint16_t EncodeNan(FloatFormat f, uint16_t sign) {
  switch (f.specials) {
    case FloatSpecials::Ieee:
      if (Saturates(f)) break;
      return uint16_t(sign | Infinity(f) | 1 << (f.mantissa_bits - 1));
    case FloatSpecials::Unsigned0:
      return SignBit(f);
    case FloatSpecials::FiniteNan:
    case FloatSpecials::Finite:
    case FloatSpecials::Exponent:
      break;
  }
  return AllOnes(f);
}

// The least power of two that is not below the magnitude.
uint16_t EncodeExponent(FloatFormat f, double magnitude) {
  if (magnitude == 0) return 0;
  int exponent = 0;
  double mantissa = std::frexp(magnitude, &exponent);  // in [0.5, 1)
  if (mantissa == 0.5) --exponent;
  int code = exponent + f.bias;
  return code < 0 ? 0 : code > LargestPattern(f) ? LargestPattern(f) : uint16_t(code);
}

}  // namespace

std::optional<FloatFormat> FloatFormatOf(DType dtype) {
  int i = ElementIndex(dtype);
  return i < 0 ? std::nullopt : kElementTypes[i].format;
}

double RoundToType(DType dtype, double value) {
  if (auto format = FloatFormatOf(dtype)) return DecodeFloat(*format, EncodeFloat(*format, value));
  return dtype.bits == 32 ? double(float(value)) : value;
}

uint16_t EncodeFloat(FloatFormat format, double value) {
  const uint16_t sign = std::signbit(value) ? SignBit(format) : 0;
  if (std::isnan(value)) return EncodeNan(format, sign);
  const double magnitude = std::fabs(value);
  const uint16_t overflow = Saturates(format) ? LargestPattern(format) : Infinity(format);
  const bool exponent_only = format.specials == FloatSpecials::Exponent;
  if (std::isinf(magnitude)) return exponent_only ? overflow : uint16_t(sign | overflow);
  if (exponent_only) return EncodeExponent(format, magnitude);
  const uint16_t zero = format.specials == FloatSpecials::Unsigned0 ? 0 : sign;
  if (magnitude == 0) return zero;
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude = m * 2^exponent, 0.5 <= m < 1
  int biased = exponent - 1 + format.bias;
  if (biased < 1) biased = 1;  // subnormal: the exponent of the smallest normal
  // In units of the last place; exact before rounding because a double has room to spare. nearbyint ties to
  // even.
  double units = std::nearbyint(std::ldexp(magnitude, format.mantissa_bits + format.bias - biased));
  // A subnormal has no hidden bit, so its exponent field is 0: the sum below takes care of that, and of a
  // carry.
  double code = units + std::ldexp(double(biased - 1), format.mantissa_bits);
  if (code == 0) return zero;
  return uint16_t(sign | (code > LargestPattern(format) ? overflow : uint16_t(code)));
}

double DecodeFloat(FloatFormat format, uint16_t bits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const uint16_t pattern = bits & AllOnes(format);
  const bool negative = (bits & SignBit(format)) != 0;
  if (format.specials == FloatSpecials::Exponent)
    return pattern == AllOnes(format) ? nan : std::ldexp(1.0, pattern - format.bias);
  if (format.specials == FloatSpecials::Ieee && pattern >= Infinity(format)) {
    if (pattern > Infinity(format)) return negative ? -nan : nan;
    return negative ? -HUGE_VAL : HUGE_VAL;
  }
  if (format.specials == FloatSpecials::FiniteNan && pattern == AllOnes(format)) return nan;
  if (format.specials == FloatSpecials::Unsigned0 && negative && pattern == 0) return nan;
  const int mantissa = pattern & ((1 << format.mantissa_bits) - 1);
  const int exponent = pattern >> format.mantissa_bits;
  const int hidden = exponent == 0 ? 0 : 1 << format.mantissa_bits;
  const int scale = (exponent == 0 ? 1 : exponent) - format.bias - format.mantissa_bits;
  const double magnitude = std::ldexp(double(mantissa + hidden), scale);
  return negative ? -magnitude : magnitude;
}

double LargestFinite(FloatFormat format) {
  return DecodeFloat(format, LargestPattern(format));
}

}  // namespace tirx
