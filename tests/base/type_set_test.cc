// SPDX-License-Identifier: Apache-2.0
#include "base/type_set.h"

#include <gtest/gtest.h>

namespace tirx {
namespace {

TEST(TypeSet, NamesOneTypeEach) {
  EXPECT_EQ(SetOf(Float(32)), kF32);
  EXPECT_EQ(SetOf(Float(32, 4)), kF32);  // of the element
  EXPECT_EQ(SetOf({kDLFloat4_e2m1fn, 4, 2}), kE2M1FN);
  EXPECT_EQ(SetOf(Void()), kVoid);
  EXPECT_EQ(SetOf({200, 8, 1}), 0u);
  for (TypeSet set = 1; set < kVoid; set <<= 1) EXPECT_EQ(SetOf(FirstOf(set)), set);
}

TEST(TypeSet, DescribesItself) {
  EXPECT_EQ(DescribeTypes(kI32), "int32");
  EXPECT_EQ(DescribeTypes(kInteger32), "int32 or uint32");
  EXPECT_EQ(DescribeTypes(kF16 | kF32 | kF64), "float16, float32 or float64");
  EXPECT_EQ(DescribeTypes(kInteger), "an integer");
  EXPECT_EQ(DescribeTypes(kHandle), "a pointer");
}

TEST(TypeSet, ShortNamesAreThoseOfHelpers) {
  EXPECT_EQ(ShortName(Float(32, 4)), "f32x4");
  EXPECT_TRUE(IsShortName("bf16"));
  EXPECT_FALSE(IsShortName("float32"));
}

}  // namespace
}  // namespace tirx
