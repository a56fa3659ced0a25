// SPDX-License-Identifier: Apache-2.0
// Floats of at most 8 bits held as float32, for lanes: the formats of base/float_format.h as integer
// arithmetic on the float's bits. A register holds a value of the type; each NaN pattern has a NaN of its
// own, so that copying keeps the bits.
#pragma once

#include "base/float_format.h"
#include "sim/rounding.h"

namespace tirx::sim {

template <FloatFormat F>
struct SmallFloat {
  static constexpr int kShift = 23 - F.mantissa_bits;
  static constexpr uint32_t kSign = 1u << (F.exponent_bits + F.mantissa_bits), kAllOnes = kSign - 1;
  static constexpr uint32_t kInfinity = ((1u << F.exponent_bits) - 1) << F.mantissa_bits;
  static constexpr bool kExponentOnly = F.specials == FloatSpecials::Exponent;
  static constexpr uint32_t kLargest =
      F.specials == FloatSpecials::Ieee                                                 ? kInfinity - 1
      : F.specials == FloatSpecials::FiniteNan || F.specials == FloatSpecials::Exponent ? kAllOnes - 1
                                                                                        : kAllOnes;
  // The patterns of magnitudes between those of normal numbers are those of floats, shifted and rebiased.
  static constexpr uint32_t kRebias = uint32_t(127 - F.bias) << 23;
  static constexpr uint32_t kLeastNormal = uint32_t(128 - F.bias) << 23;
  // Floats from this power of two on are as far apart as the subnormals of the format.
  static constexpr uint32_t kUnitSpaced = uint32_t(127 + 24 - F.bias - F.mantissa_bits) << 23;

  static float NanOf(uint32_t pattern) { return BitsAs<float>(0x7fc00000u | pattern); }
  static float Nan() {
    if constexpr (F.specials == FloatSpecials::Finite) return Decode(kLargest);
    return NanOf(F.specials == FloatSpecials::Unsigned0 ? kSign : kAllOnes);
  }

  // The value that the type has for x: base/float_format.h, EncodeFloat.
  static float Round(float x) {
    const uint32_t bits = BitsAs<uint32_t>(x), magnitude = bits & 0x7fffffffu;
    if constexpr (kExponentOnly) {
      const uint32_t up = (magnitude + 0x7fffffu) & 0x7f800000u;
      uint32_t rounded = magnitude <= 0x00400000u ? 0x00400000u : up;  // 2^-127 is subnormal
      rounded = magnitude > 0x7f000000u ? 0x7f000000u : rounded;
      return magnitude > 0x7f800000u ? Nan() : BitsAs<float>(rounded);
    } else {
      constexpr uint32_t half_less = (1u << (kShift - 1)) - 1, kept = ~((1u << kShift) - 1);
      constexpr uint32_t limit = (kLargest << kShift) + kRebias;
      uint32_t normal = (magnitude + half_less + (magnitude >> kShift & 1)) & kept;
      normal = normal > limit ? limit : normal;
      const float spaced = BitsAs<float>(kUnitSpaced | 0x00400000u);
      const uint32_t small = BitsAs<uint32_t>((BitsAs<float>(magnitude) + spaced) - spaced);
      const uint32_t rounded = magnitude < kLeastNormal ? small : normal;
      const bool unsigned_zero = F.specials == FloatSpecials::Unsigned0 && rounded == 0;
      const float value = BitsAs<float>(unsigned_zero ? 0 : rounded | (bits & 0x80000000u));
      return magnitude > 0x7f800000u ? Nan() : value;
    }
  }

  // Exact, for a value that a register holds; the inverse of Decode.
  static uint8_t Encode(float x) {
    const uint32_t bits = BitsAs<uint32_t>(x), magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return uint8_t(bits);
    if constexpr (kExponentOnly) {
      return uint8_t(magnitude >> 23);
    } else {
      const uint32_t small =
          BitsAs<uint32_t>(BitsAs<float>(magnitude) + BitsAs<float>(kUnitSpaced)) - kUnitSpaced;
      uint32_t pattern = magnitude < kLeastNormal ? small : (magnitude - kRebias) >> kShift;
      pattern = magnitude == 0x7f800000u ? kInfinity : pattern;
      return uint8_t(pattern | (bits >> 31) * kSign);
    }
  }

  static float Decode(uint32_t cell) {
    const uint32_t pattern = cell & kAllOnes, sign = cell & kSign ? 0x80000000u : 0;
    if constexpr (kExponentOnly) {
      if (cell == 0xff) return NanOf(cell);
      return BitsAs<float>(cell == 0 ? 0x00400000u : cell << 23);
    } else {
      // Subnormal patterns become normal floats through the multiplication.
      const float scaled = BitsAs<float>(pattern << kShift) * BitsAs<float>(uint32_t(254 - F.bias) << 23);
      const float value = BitsAs<float>(BitsAs<uint32_t>(scaled) | sign);
      if constexpr (F.specials == FloatSpecials::Ieee) {
        if (pattern == kInfinity) return BitsAs<float>(0x7f800000u | sign);
        if (pattern > kInfinity) return NanOf(cell);
      }
      if (F.specials == FloatSpecials::FiniteNan && pattern == kAllOnes) return NanOf(cell);
      if (F.specials == FloatSpecials::Unsigned0 && cell == kSign) return NanOf(cell);
      return value;
    }
  }
};

}  // namespace tirx::sim
