// SPDX-License-Identifier: Apache-2.0
#include "base/float_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tirx {
namespace {

bool IsNan(FloatFormat format, uint32_t bits) {
  return std::isnan(DecodeFloat(format, uint16_t(bits)));
}

// Every value decodes and encodes to itself.
TEST(FloatFormat, RoundTripsEveryPattern) {
  for (FloatFormat format : {kFloat16, kBFloat16}) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      if (IsNan(format, bits)) continue;
      ASSERT_EQ(EncodeFloat(format, DecodeFloat(format, uint16_t(bits))), bits);
    }
  }
}

// Between two neighbours: the midpoint goes to the even one, anything beside it to the nearer.
TEST(FloatFormat, RoundsToNearestEven) {
  for (FloatFormat format : {kFloat16, kBFloat16}) {
    uint32_t infinity = EncodeFloat(format, std::numeric_limits<double>::infinity());
    for (uint32_t bits = 0; bits + 1 < infinity; ++bits) {
      double low = DecodeFloat(format, uint16_t(bits)), high = DecodeFloat(format, uint16_t(bits + 1));
      double middle = (low + high) / 2;
      ASSERT_EQ(EncodeFloat(format, middle), bits % 2 == 0 ? bits : bits + 1);
      ASSERT_EQ(EncodeFloat(format, std::nextafter(middle, low)), bits);
      ASSERT_EQ(EncodeFloat(format, std::nextafter(middle, high)), bits + 1);
    }
  }
}

TEST(FloatFormat, SpecialValues) {
  EXPECT_EQ(EncodeFloat(kFloat16, 65504), 0x7BFF);
  EXPECT_EQ(EncodeFloat(kFloat16, 65520), 0x7C00);  // halfway to 65536, which is infinity
  EXPECT_EQ(EncodeFloat(kFloat16, -1e300), 0xFC00);
  EXPECT_EQ(EncodeFloat(kFloat16, -0.0), 0x8000);
  EXPECT_EQ(EncodeFloat(kFloat16, std::nan("")) & 0x7FFF, 0x7E00);
  EXPECT_EQ(EncodeFloat(kBFloat16, 1e300), 0x7F80);
  EXPECT_EQ(EncodeFloat(kBFloat16, 5e-324), 0);
  EXPECT_TRUE(IsNan(kBFloat16, EncodeFloat(kBFloat16, std::nan(""))));
}

constexpr FloatFormat kSmall[] = {kFloat8E3M4,     kFloat8E4M3,  kFloat8E4M3B11FNUZ, kFloat8E4M3FN,
                                  kFloat8E4M3FNUZ, kFloat8E5M2,  kFloat8E5M2FNUZ,    kFloat6E2M3FN,
                                  kFloat6E3M2FN,   kFloat4E2M1FN};

TEST(FloatFormat, SmallFormatsRoundTripAndRoundToNearestEven) {
  for (FloatFormat format : kSmall) {
    const uint32_t patterns = 2u << (format.exponent_bits + format.mantissa_bits);
    for (uint32_t bits = 0; bits < patterns; ++bits) {
      const double value = DecodeFloat(format, uint16_t(bits));
      // Infinities exist in some, but nothing is converted to them.
      if (std::isfinite(value)) {
        ASSERT_EQ(EncodeFloat(format, value), bits);
      }
    }
    for (uint32_t bits = 0; bits + 1 < patterns / 2; ++bits) {
      const double low = DecodeFloat(format, uint16_t(bits)), high = DecodeFloat(format, uint16_t(bits + 1));
      if (!std::isfinite(high)) break;
      const double middle = (low + high) / 2;
      ASSERT_EQ(EncodeFloat(format, middle), bits % 2 == 0 ? bits : bits + 1);
      ASSERT_EQ(EncodeFloat(format, std::nextafter(middle, low)), bits);
      ASSERT_EQ(EncodeFloat(format, std::nextafter(middle, high)), bits + 1);
    }
  }
}

TEST(FloatFormat, SmallFormatsSaturate) {
  const double largest[] = {15.5, 240, 30, 448, 240, 57344, 57344, 7.5, 28, 6};
  for (size_t i = 0; i < std::size(kSmall); ++i) {
    EXPECT_EQ(LargestFinite(kSmall[i]), largest[i]) << i;
    for (double huge : {1e30, HUGE_VAL}) {
      EXPECT_EQ(DecodeFloat(kSmall[i], EncodeFloat(kSmall[i], huge)), largest[i]);
      EXPECT_EQ(DecodeFloat(kSmall[i], EncodeFloat(kSmall[i], -huge)), -largest[i]);
    }
    const double nan = DecodeFloat(kSmall[i], EncodeFloat(kSmall[i], std::nan("")));
    if (kSmall[i].specials == FloatSpecials::Finite)
      EXPECT_EQ(nan, largest[i]);
    else
      EXPECT_TRUE(std::isnan(nan));
  }
  EXPECT_EQ(EncodeFloat(kFloat8E4M3FNUZ, -0.0), 0);
  EXPECT_EQ(EncodeFloat(kFloat8E4M3FN, -0.0), 0x80);
}

TEST(FloatFormat, ExponentsRoundUp) {
  EXPECT_EQ(DecodeFloat(kFloat8E8M0FNU, 127), 1.0);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, 1.0), 127);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, 1.0000001), 128);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, -3.0), 129);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, 0.0), 0);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, 1e-300), 0);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, HUGE_VAL), 254);
  EXPECT_EQ(EncodeFloat(kFloat8E8M0FNU, std::nan("")), 255);
  EXPECT_TRUE(std::isnan(DecodeFloat(kFloat8E8M0FNU, 255)));
}

}  // namespace
}  // namespace tirx
