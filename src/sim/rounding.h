// SPDX-License-Identifier: Apache-2.0
// Narrow floats held as float32: rounding to nearest even, encoding and decoding, all free of branches so
// that lane loops vectorise. A float16 or bfloat16 register always holds a value that its type represents.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace tirx::sim {

template <class To, class From>
inline To BitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// Exact; subnormal halves become normal floats through the multiplication. NaN payloads are kept.
inline float DecodeHalf(uint16_t half) {
  uint32_t magnitude = uint32_t(half & 0x7fff) << 13;
  uint32_t scaled = BitsAs<uint32_t>(BitsAs<float>(magnitude) * 0x1p112f);
  uint32_t special = magnitude | 0x7f800000u;
  uint32_t bits = magnitude >= (0x7c00u << 13) ? special : scaled;
  return BitsAs<float>(bits | uint32_t(half & 0x8000) << 16);
}

// The value nearest to x among float16's, ties to even; from 65520 on infinity.
inline float RoundToHalf(float x) {
  uint32_t bits = BitsAs<uint32_t>(x);
  uint32_t sign = bits & 0x80000000u, magnitude = bits & 0x7fffffffu;
  // Below 2^-14 the spacing is 2^-24 everywhere: that of floats in [0.5, 1).
  float small = (BitsAs<float>(magnitude) + 0.75f) - 0.75f;
  uint32_t normal = (magnitude + 0xfff + ((magnitude >> 13) & 1)) & ~uint32_t(0x1fff);
  normal = normal >= 0x47800000u ? 0x7f800000u : normal;  // 65536 and above
  uint32_t nan = (magnitude | 0x00400000u) & ~uint32_t(0x1fff);
  uint32_t rounded = magnitude < 0x38800000u ? BitsAs<uint32_t>(small) : normal;
  rounded = magnitude > 0x7f800000u ? nan : rounded;
  return BitsAs<float>(rounded | sign);
}

// Exact, for a value that float16 represents. The inverse of DecodeHalf for every bit pattern.
inline uint16_t EncodeHalf(float x) {
  uint32_t bits = BitsAs<uint32_t>(x);
  uint32_t magnitude = bits & 0x7fffffffu;
  // Adding 0.5 puts the multiple of 2^-24 into the low bits of the mantissa.
  uint32_t small = BitsAs<uint32_t>(BitsAs<float>(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t normal = (magnitude - 0x38000000u) >> 13;
  uint32_t special = 0x7c00u | ((magnitude >> 13) & 0x3ffu);
  uint32_t half = magnitude < 0x38800000u ? small : normal;
  half = magnitude >= 0x7f800000u ? special : half;
  return uint16_t(half | (bits >> 16 & 0x8000u));
}

inline float DecodeBFloat(uint16_t bits) {
  return BitsAs<float>(uint32_t(bits) << 16);
}

inline float RoundToBFloat(float x) {
  uint32_t bits = BitsAs<uint32_t>(x);
  uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u;
  uint32_t nan = (bits | 0x00400000u) & 0xffff0000u;
  return BitsAs<float>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
}

inline uint16_t EncodeBFloat(float x) {
  return uint16_t(BitsAs<uint32_t>(x) >> 16);
}

// A subnormal becomes a zero of its sign.
inline float FlushSubnormal(float x) {
  uint32_t bits = BitsAs<uint32_t>(x);
  return BitsAs<float>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

// Rounding to odd: a later rounding to a format with at least two bits fewer is then as if done at once.
inline float RoundToOddFloat(double x) {
  float nearest = float(x);
  if (double(nearest) == x || std::isnan(x)) return nearest;
  if (std::isinf(nearest)) return std::copysign(std::numeric_limits<float>::max(), nearest);
  uint32_t bits = BitsAs<uint32_t>(nearest);
  if (bits & 1) return nearest;
  // The neighbour on x's side of the even value: magnitude grows when |x| is the larger.
  bool grow = std::fabs(x) > std::fabs(double(nearest));
  if (!grow && (bits & 0x7fffffffu) == 0) return nearest;
  return BitsAs<float>(grow ? bits + 1 : bits - 1);
}

template <class Integer>
inline float RoundToOddFloat(Integer x) requires std::is_integral_v<Integer> {
  // Keep 32 significant bits and fold the rest into the lowest: double holds that exactly.
  using Unsigned = std::make_unsigned_t<Integer>;
  bool negative = x < 0;
  uint64_t magnitude = negative ? uint64_t(Unsigned(0) - Unsigned(x)) : uint64_t(x);
  int shift = magnitude >> 32 ? 32 - __builtin_clzll(magnitude) : 0;
  uint64_t kept = magnitude >> shift;
  if (kept << shift != magnitude) kept |= 1;
  double value = std::ldexp(double(kept), shift);
  return RoundToOddFloat(negative ? -value : value);
}

// x + y to odd in double, for the fused multiply-add of narrower types (the error term is exact: Knuth's
// TwoSum).
inline double AddToOdd(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum)) return sum;
  double y_part = sum - x;
  double error = (x - (sum - y_part)) + (y - y_part);
  uint64_t bits = BitsAs<uint64_t>(sum);
  if (error == 0 || (bits & 1)) return sum;
  bool grow = (error > 0) == (sum > 0);
  return BitsAs<double>(grow ? bits + 1 : bits - 1);
}

}  // namespace tirx::sim
