// SPDX-License-Identifier: Apache-2.0
// Narrow floats (float16 down to float4_e2m1fn) as bit patterns: exact decoding, rounding to nearest even.
#pragma once

#include <cstdint>
#include <optional>

#include "base/dtype.h"

namespace tirx {

// What stands for infinities and NaNs in a binary format of at most 16 bits.
enum class FloatSpecials : uint8_t {
  Ieee,       // the largest exponent: infinities and NaNs
  FiniteNan,  // no infinity; all ones are NaN ("fn" of 8 bits)
  Unsigned0,  // no infinity, no negative zero: its pattern is NaN ("fnuz")
  Finite,     // neither ("fn" of 6 and 4 bits)
  Exponent,   // no sign and no mantissa; all ones are NaN ("e8m0fnu")
};

struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  FloatSpecials specials;
};

// Sources: IEEE 754-2019, 3.6; OCP 8-bit Floating Point Specification; OCP Microscaling Formats, 5.3;
// dlpack.h for the others.
inline constexpr FloatFormat kFloat16{5, 10, 15, FloatSpecials::Ieee};
inline constexpr FloatFormat kBFloat16{8, 7, 127, FloatSpecials::Ieee};
inline constexpr FloatFormat kFloat8E3M4{3, 4, 3, FloatSpecials::Ieee};
inline constexpr FloatFormat kFloat8E4M3{4, 3, 7, FloatSpecials::Ieee};
inline constexpr FloatFormat kFloat8E4M3B11FNUZ{4, 3, 11, FloatSpecials::Unsigned0};
inline constexpr FloatFormat kFloat8E4M3FN{4, 3, 7, FloatSpecials::FiniteNan};
inline constexpr FloatFormat kFloat8E4M3FNUZ{4, 3, 8, FloatSpecials::Unsigned0};
inline constexpr FloatFormat kFloat8E5M2{5, 2, 15, FloatSpecials::Ieee};
inline constexpr FloatFormat kFloat8E5M2FNUZ{5, 2, 16, FloatSpecials::Unsigned0};
inline constexpr FloatFormat kFloat8E8M0FNU{8, 0, 127, FloatSpecials::Exponent};
inline constexpr FloatFormat kFloat6E2M3FN{2, 3, 1, FloatSpecials::Finite};
inline constexpr FloatFormat kFloat6E3M2FN{3, 2, 3, FloatSpecials::Finite};
inline constexpr FloatFormat kFloat4E2M1FN{2, 1, 1, FloatSpecials::Finite};

// The format of a narrow floating-point type; nothing for float32, float64 and other types.
std::optional<FloatFormat> FloatFormatOf(DType dtype);

// Rounds once, from the double. Overflow gives infinity in 16-bit formats and the largest finite value in
// narrower ones, infinities included. A NaN stays one: below 16 bits that with all bits but the sign set, or
// the only one; in formats without, it gives the largest value (CUDA Math API, __nv_cvt_float_to_fp8 and its
// like).
// An exponent-only format takes the magnitude and rounds it up to a power of two (CUDA Math API,
// __nv_fp8_e8m0).
uint16_t EncodeFloat(FloatFormat format, double value);
double DecodeFloat(FloatFormat format, uint16_t bits);
double LargestFinite(FloatFormat format);

// The value of a floating-point type, float32 and float64 included, that `value` is converted to.
double RoundToType(DType dtype, double value);

}  // namespace tirx
