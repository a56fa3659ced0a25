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

}  // namespace
}  // namespace tirx
