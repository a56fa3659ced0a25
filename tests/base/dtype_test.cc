// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <gtest/gtest.h>

#include <vector>

namespace tirx {
namespace {

std::vector<DType> Scalars() {
  std::vector<DType> all{Bool(), BFloat16(), Float(16), Float(32), Float(64)};
  for (int bits : {1, 4, 8, 16, 32, 64}) {
    all.push_back(Int(bits));
    all.push_back(UInt(bits));
  }
  for (int code = kDLFloat8_e3m4; code <= kDLFloat8_e8m0fnu; ++code) all.push_back({uint8_t(code), 8, 1});
  all.push_back({kDLFloat6_e2m3fn, 6, 1});
  all.push_back({kDLFloat6_e3m2fn, 6, 1});
  all.push_back({kDLFloat4_e2m1fn, 4, 1});
  return all;
}

TEST(DTypeTest, NamesReadBack) {
  for (DType scalar : Scalars()) {
    for (int lanes : {1, 2, 16}) {
      DType t = WithLanes(scalar, lanes);
      auto again = ParseDType(DTypeName(t));
      ASSERT_TRUE(again.has_value()) << DTypeName(t);
      EXPECT_TRUE(*again == t) << DTypeName(t);
    }
  }
  EXPECT_EQ(DTypeName(Handle()), "handle");
  EXPECT_EQ(DTypeName(Void()), "void");
  EXPECT_TRUE(*ParseDType("void") == Void());
}

TEST(DTypeTest, NamesAreTvmFfis) {
  for (DType t : Scalars()) {
    EXPECT_EQ(DTypeName(t), std::string(tvm::ffi::DLDataTypeToString(t)));
    EXPECT_TRUE(tvm::ffi::StringToDLDataType(DTypeName(WithLanes(t, 4))) == WithLanes(t, 4)) << DTypeName(t);
  }
}

TEST(DTypeTest, ShortForms) {
  EXPECT_TRUE(*ParseDType("f16x2") == Float(16, 2));
  EXPECT_TRUE(*ParseDType("bf16") == BFloat16());
  EXPECT_TRUE(*ParseDType("u64") == UInt(64));
}

TEST(DTypeTest, WhatIsNoName) {
  for (const char* name : {"", "int", "int33", "float8", "float32x", "float32x1", "float32x0", "float32x-2",
                           "int32x99999", "handlex2", "x4", "float32x4x4", "Float32", " int32"})
    EXPECT_FALSE(ParseDType(name).has_value()) << name;
}

TEST(DTypeTest, Predicates) {
  EXPECT_FALSE(IsInteger(Bool()));
  EXPECT_TRUE(IsFloating(BFloat16()) && IsFloating(Float(64)) && IsFloating({kDLFloat4_e2m1fn, 4, 1}));
  EXPECT_TRUE(IsHandle(Handle()) && !IsVoid(Handle()) && IsVoid(Void()) && !IsHandle(Void()));
  EXPECT_EQ(StorageBytes(Int(4, 3)), 2);
  EXPECT_EQ(StorageBytes(Float(16, 8)), 16);
}

}  // namespace
}  // namespace tirx
