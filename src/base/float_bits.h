// SPDX-License-Identifier: Apache-2.0
// Narrow floats as bit patterns, in the common subset of C and C++: exported libraries carry this text
// (codegen/c_support.h). base/float_format.h says what each function does, and has the formats.
#ifndef TIRX_FLOAT_BITS_H_
#define TIRX_FLOAT_BITS_H_

#include <math.h>
#include <stdint.h>

// What stands for infinities and NaNs; FloatSpecials of base/float_format.h.
enum { TIRX_IEEE, TIRX_FINITE_NAN, TIRX_UNSIGNED_0, TIRX_FINITE, TIRX_EXPONENT };

typedef struct tirx_float {
  int exponent_bits, mantissa_bits, bias, specials;
} tirx_float;

// Patterns without their sign.
static inline uint16_t tirx_all_ones(tirx_float f) {
  return (uint16_t)((1 << (f.exponent_bits + f.mantissa_bits)) - 1);
}
static inline uint16_t tirx_infinity(tirx_float f) {
  return (uint16_t)(((1 << f.exponent_bits) - 1) << f.mantissa_bits);
}
static inline uint16_t tirx_largest_pattern(tirx_float f) {
  if (f.specials == TIRX_IEEE) return (uint16_t)(tirx_infinity(f) - 1);
  if (f.specials == TIRX_FINITE_NAN || f.specials == TIRX_EXPONENT) return (uint16_t)(tirx_all_ones(f) - 1);
  return tirx_all_ones(f);
}
static inline int tirx_saturates(tirx_float f) {
  return 1 + f.exponent_bits + f.mantissa_bits < 16;
}
static inline uint16_t tirx_sign_bit(tirx_float f) {
  return (uint16_t)(1 << (f.exponent_bits + f.mantissa_bits));
}

static inline uint16_t tirx_encode_nan(tirx_float f, uint16_t sign) {
  if (f.specials == TIRX_IEEE && !tirx_saturates(f))
    return (uint16_t)(sign | tirx_infinity(f) | 1 << (f.mantissa_bits - 1));
  return f.specials == TIRX_UNSIGNED_0 ? tirx_sign_bit(f) : tirx_all_ones(f);
}

// The least power of two that is not below the magnitude.
static inline uint16_t tirx_encode_exponent(tirx_float f, double magnitude) {
  int exponent = 0, code;
  if (magnitude == 0) return 0;
  if (frexp(magnitude, &exponent) == 0.5) --exponent;
  code = exponent + f.bias;
  if (code < 0) return 0;
  return code > tirx_largest_pattern(f) ? tirx_largest_pattern(f) : (uint16_t)code;
}

static inline uint16_t tirx_encode_float(tirx_float f, double value) {
  const uint16_t sign = signbit(value) ? tirx_sign_bit(f) : 0;
  const double magnitude = fabs(value);
  const uint16_t overflow = tirx_saturates(f) ? tirx_largest_pattern(f) : tirx_infinity(f);
  const uint16_t zero = f.specials == TIRX_UNSIGNED_0 ? 0 : sign;
  int exponent = 0, biased;
  double code;
  if (value != value) return tirx_encode_nan(f, sign);
  if (magnitude == HUGE_VAL) return f.specials == TIRX_EXPONENT ? overflow : (uint16_t)(sign | overflow);
  if (f.specials == TIRX_EXPONENT) return tirx_encode_exponent(f, magnitude);
  if (magnitude == 0) return zero;
  frexp(magnitude, &exponent);  // magnitude = m * 2^exponent, 0.5 <= m < 1
  biased = exponent - 1 + f.bias;
  if (biased < 1) biased = 1;  // subnormal: the exponent of the smallest normal
  // In units of the last place; exact before rounding because a double has room to spare. nearbyint ties to
  // even.
  code = nearbyint(ldexp(magnitude, f.mantissa_bits + f.bias - biased));
  // A subnormal has no hidden bit, so its exponent field is 0: the sum takes care of that, and of a carry.
  code += ldexp((double)(biased - 1), f.mantissa_bits);
  if (code == 0) return zero;
  return (uint16_t)(sign | (code > tirx_largest_pattern(f) ? overflow : (uint16_t)code));
}

static inline double tirx_decode_float(tirx_float f, uint16_t bits) {
  const uint16_t pattern = (uint16_t)(bits & tirx_all_ones(f));
  const int negative = (bits & tirx_sign_bit(f)) != 0;
  const int mantissa = pattern & ((1 << f.mantissa_bits) - 1);
  const int exponent = pattern >> f.mantissa_bits;
  const int hidden = exponent == 0 ? 0 : 1 << f.mantissa_bits;
  double magnitude;
  if (f.specials == TIRX_EXPONENT)
    return pattern == tirx_all_ones(f) ? (double)NAN : ldexp(1.0, pattern - f.bias);
  if (f.specials == TIRX_IEEE && pattern >= tirx_infinity(f)) {
    magnitude = pattern > tirx_infinity(f) ? (double)NAN : HUGE_VAL;
    return negative ? -magnitude : magnitude;
  }
  if (f.specials == TIRX_FINITE_NAN && pattern == tirx_all_ones(f)) return (double)NAN;
  if (f.specials == TIRX_UNSIGNED_0 && negative && pattern == 0) return (double)NAN;
  magnitude = ldexp((double)(mantissa + hidden), (exponent == 0 ? 1 : exponent) - f.bias - f.mantissa_bits);
  return negative ? -magnitude : magnitude;
}

#endif
