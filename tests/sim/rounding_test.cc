// SPDX-License-Identifier: Apache-2.0
// Narrow floats and conversions against references computed another way: from the definition of the formats
// in double, over all bit patterns, the midpoints between neighbours, and random values.
#include "sim/rounding.h"

#include <gtest/gtest.h>

#include <random>

#include "sim/conversion.h"

namespace tirx::sim {
namespace {

// The value of a bit pattern by the definition of IEEE 754's binary interchange formats.
double ValueOf(uint32_t bits, int exponent_bits, int mantissa_bits) {
  int bias = (1 << (exponent_bits - 1)) - 1;
  uint32_t mantissa = bits & ((1u << mantissa_bits) - 1);
  int exponent = int(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  double sign = bits >> (exponent_bits + mantissa_bits) & 1 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) return mantissa ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + (1u << mantissa_bits), exponent - bias - mantissa_bits);
}

// The nearest value of the format, ties to the even pattern, by search among all of them.
class Format {
 public:
  Format(int exponent_bits, int mantissa_bits) {
    uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
    for (uint32_t bits = 0; bits < infinity; ++bits)
      values_.push_back(ValueOf(bits, exponent_bits, mantissa_bits));
    // Where the next value would be if the exponent went on: the rounding bound of infinity.
    values_.push_back(values_.back() + (values_.back() - values_[infinity - 2]));
  }
  double Nearest(double x) const {
    double magnitude = std::fabs(x);
    size_t above = size_t(std::lower_bound(values_.begin(), values_.end(), magnitude) - values_.begin());
    if (above == values_.size()) return std::copysign(INFINITY, x);
    size_t pick = above;
    if (values_[above] != magnitude && above > 0) {
      double to_above = values_[above] - magnitude, to_below = magnitude - values_[above - 1];
      if (to_below < to_above || (to_below == to_above && above % 2 == 1)) pick = above - 1;
    }
    return std::copysign(pick == values_.size() - 1 ? INFINITY : values_[pick], x);
  }
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
};

const Format& Half() {
  static const Format format(5, 10);
  return format;
}
const Format& BFloat() {
  static const Format format(8, 7);
  return format;
}

bool Same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

TEST(Half, DecodesAndEncodesEveryPattern) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = DecodeHalf(uint16_t(bits));
    ASSERT_TRUE(Same(value, ValueOf(bits, 5, 10))) << bits;
    ASSERT_EQ(EncodeHalf(value), bits);
    ASSERT_TRUE(Same(RoundToHalf(value), value)) << bits;
  }
}

TEST(BFloat, DecodesAndEncodesEveryPattern) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = DecodeBFloat(uint16_t(bits));
    ASSERT_TRUE(Same(value, ValueOf(bits, 8, 7))) << bits;
    ASSERT_EQ(EncodeBFloat(value), bits);
    ASSERT_TRUE(Same(RoundToBFloat(value), value)) << bits;
  }
}

// Midpoints, their float neighbours, and the same from double.
void CheckRounding(const Format& format, float (*round)(float), Type type) {
  auto check = [&](double x) {
    ASSERT_TRUE(Same(round(float(x)), format.Nearest(double(float(x))))) << x;
    double from_double =
        type == Type::F16 ? ConvertLane<F64Traits, HalfTraits>(x) : ConvertLane<F64Traits, BFloatTraits>(x);
    ASSERT_TRUE(Same(from_double, format.Nearest(x))) << x;
  };
  const auto& values = format.values();
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    double middle = (values[i] + values[i + 1]) / 2;
    for (double x :
         {middle, -middle, std::nextafter(middle, 0), std::nextafter(middle, INFINITY),
          double(std::nextafter(float(middle), 0.0f)), double(std::nextafter(float(middle), INFINITY))})
      check(x);
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    double x = BitsAs<float>(uint32_t(random()));
    if (!std::isnan(x)) check(x);
  }
}

TEST(Half, RoundsToNearestEven) {
  CheckRounding(Half(), RoundToHalf, Type::F16);
}
TEST(BFloat, RoundsToNearestEven) {
  CheckRounding(BFloat(), RoundToBFloat, Type::BF16);
}

TEST(Conversion, WideIntegersRoundOnce) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    int64_t x = int64_t(random()) >> (random() % 64);
    long double exact = x;
    // float80 holds every int64, so this is one rounding.
    EXPECT_EQ((ConvertLane<I64Traits, F32Traits>(x)), float(exact));
    EXPECT_EQ((ConvertLane<I64Traits, BFloatTraits>(x)), float(BFloat().Nearest(double(RoundToOddFloat(x)))));
    if (std::abs(x) < (int64_t(1) << 53)) {
      EXPECT_EQ((ConvertLane<I64Traits, BFloatTraits>(x)), float(BFloat().Nearest(double(x))));
      EXPECT_EQ((ConvertLane<I64Traits, HalfTraits>(x)), float(Half().Nearest(double(x))));
    }
  }
}

TEST(Conversion, FloatToIntegerSaturates) {
  EXPECT_EQ((ConvertLane<F32Traits, I32Traits>(NAN)), 0);
  EXPECT_EQ((ConvertLane<F32Traits, I32Traits>(INFINITY)), INT32_MAX);
  EXPECT_EQ((ConvertLane<F32Traits, I32Traits>(-3e9f)), INT32_MIN);
  EXPECT_EQ((ConvertLane<F32Traits, I32Traits>(-2.9f)), -2);
  EXPECT_EQ((ConvertLane<F32Traits, I32Traits>(2147483520.0f)), 2147483520);
  EXPECT_EQ((ConvertLane<F64Traits, I32Traits>(2147483646.9)), 2147483646);
  EXPECT_EQ((ConvertLane<F32Traits, I8Traits>(200.0f)), 127);
  EXPECT_EQ((ConvertLane<F32Traits, I8Traits>(-200.0f)), -128);
  EXPECT_EQ((ConvertLane<F32Traits, U8Traits>(-1.0f)), 0u);
  EXPECT_EQ((ConvertLane<F32Traits, U8Traits>(300.0f)), 255u);
  EXPECT_EQ((ConvertLane<F64Traits, I64Traits>(1e300)), INT64_MAX);
  EXPECT_EQ((ConvertLane<F64Traits, U64Traits>(1e300)), UINT64_MAX);
  EXPECT_EQ((ConvertLane<F64Traits, U64Traits>(18446744073709549568.0)), 18446744073709549568u);
  EXPECT_EQ((ConvertLane<F64Traits, I64Traits>(-1e300)), INT64_MIN);
}

TEST(Conversion, IntegersWrap) {
  EXPECT_EQ((ConvertLane<I32Traits, I8Traits>(200)), -56);
  EXPECT_EQ((ConvertLane<I32Traits, U8Traits>(-1)), 255u);
  EXPECT_EQ((ConvertLane<I64Traits, I32Traits>(int64_t(1) << 32 | 7)), 7);
  EXPECT_EQ((ConvertLane<U32Traits, I32Traits>(0xffffffffu)), -1);
  EXPECT_EQ((ConvertLane<I32Traits, U64Traits>(-1)), UINT64_MAX);
  EXPECT_EQ((ConvertLane<I32Traits, BoolTraits>(-4)), 1u);
}

TEST(AddToOdd, LeavesOneRounding) {
  // a * b + c in float16, where rounding to double first would land on a midpoint.
  std::mt19937 random(3);
  for (int i = 0; i < 200000; ++i) {
    double a = DecodeHalf(uint16_t(random())), b = DecodeHalf(uint16_t(random())),
           c = DecodeHalf(uint16_t(random()));
    if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) continue;
    long double exact =
        (long double)a * b + c;  // 64 bits of mantissa; differs from exact only far below the ulp
    float once = RoundToHalf(RoundToOddFloat(AddToOdd(a * b, c)));
    double expected = Half().Nearest(double(exact));
    if (double(exact) != exact) continue;
    ASSERT_TRUE(Same(once, expected)) << a << " " << b << " " << c;
  }
}

}  // namespace
}  // namespace tirx::sim
