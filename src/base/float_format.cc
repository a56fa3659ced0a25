// SPDX-License-Identifier: Apache-2.0
#include "base/float_format.h"

#include <cmath>
#include <limits>

namespace tirx {

uint16_t EncodeFloat(FloatFormat format, double value) {
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const uint16_t infinity = uint16_t(((1 << format.exponent_bits) - 1) << format.mantissa_bits);
  const uint16_t sign =
      std::signbit(value) ? uint16_t(1 << (format.exponent_bits + format.mantissa_bits)) : 0;
  if (std::isnan(value)) return sign | infinity | uint16_t(1 << (format.mantissa_bits - 1));
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign | infinity;
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude = m * 2^exponent, 0.5 <= m < 1
  int biased = exponent - 1 + bias;
  if (biased < 1) biased = 1;  // subnormal: the exponent of the smallest normal
  // In units of the last place; exact before rounding because a double has room to spare. nearbyint ties to
  // even.
  double units = std::nearbyint(std::ldexp(magnitude, format.mantissa_bits + bias - biased));
  // A subnormal has no hidden bit, so its exponent field is 0: the sum below takes care of that, and of a
  // carry.
  double code = units + std::ldexp(double(biased - 1), format.mantissa_bits);
  return sign | (code >= infinity ? infinity : uint16_t(code));
}

double DecodeFloat(FloatFormat format, uint16_t bits) {
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const int mantissa = bits & ((1 << format.mantissa_bits) - 1);
  const int exponent = (bits >> format.mantissa_bits) & ((1 << format.exponent_bits) - 1);
  const bool negative = (bits >> (format.exponent_bits + format.mantissa_bits)) & 1;
  double magnitude;
  if (exponent == (1 << format.exponent_bits) - 1) {
    magnitude = mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  } else if (exponent == 0) {
    magnitude = std::ldexp(double(mantissa), 1 - bias - format.mantissa_bits);
  } else {
    magnitude =
        std::ldexp(double(mantissa + (1 << format.mantissa_bits)), exponent - bias - format.mantissa_bits);
  }
  return negative ? -magnitude : magnitude;
}

}  // namespace tirx
