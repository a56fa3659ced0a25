// SPDX-License-Identifier: Apache-2.0
// Narrow IEEE-like floats (float16, bfloat16) as bit patterns: exact decoding, rounding to nearest even.
#pragma once

#include <cstdint>

namespace tirx {

// A binary format with a sign bit, infinities and NaNs, in at most 16 bits.
struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;
};

inline constexpr FloatFormat kFloat16{5, 10};
inline constexpr FloatFormat kBFloat16{8, 7};

// Rounds once, from the double; overflow gives infinity, NaN stays a quiet NaN.
uint16_t EncodeFloat(FloatFormat format, double value);
double DecodeFloat(FloatFormat format, uint16_t bits);

}  // namespace tirx
