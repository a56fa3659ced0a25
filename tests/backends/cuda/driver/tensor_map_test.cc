// SPDX-License-Identifier: Apache-2.0
// Tensor maps: every rule of the driver has a request that breaks it alone; what is right reaches the driver.
#include "backends/cuda/runtime/tensor_map.h"

#include <gtest/gtest.h>
#include <tvm/ffi/function.h>

#include <cstring>

#include "backends/cuda/driver/fake_driver.h"
#include "runtime/calls.h"

namespace tirx::cuda {
namespace {

constexpr int kNewest = 13000;

// A tile of 64 x 32 elements of a matrix.
TensorMapRequest Matrix() {
  TensorMapRequest r;
  r.dtype = "float16";
  r.rank = 2;
  r.address = 0x1000;
  r.extents = {4096, 128};
  r.strides = {8192};
  r.box = {64, 32};
  r.element_strides = {1, 1};
  r.swizzle = "128B";
  return r;
}

TensorMapRequest Volume(const std::string& interleave) {
  TensorMapRequest r = Matrix();
  r.rank = 3;
  r.extents = {16, 8, 8};
  r.strides = {32, 256};
  r.box = {16, 4, 4};
  r.element_strides = {1, 1, 1};
  r.interleave = interleave;
  r.swizzle = "32B";
  return r;
}

TensorMapRequest Packed(const std::string& dtype, const std::string& format) {
  TensorMapRequest r = Matrix();
  r.dtype = dtype;
  r.format = format;
  r.box = {128, 32};
  return r;
}

// What is said of a request after a change.
template <class Change>
std::string MessageOf(TensorMapRequest request, Change change, int version = kNewest) {
  EXPECT_EQ(CheckTensorMap(request, version).message, "");
  change(request);
  return CheckTensorMap(request, version).message;
}

#define EXPECT_REFUSED(request, change, message) \
  EXPECT_EQ(MessageOf(request, [](TensorMapRequest& r) { change; }), std::string("tensor map: ") + (message))

TEST(TensorMap, TypesAndNames) {
  EXPECT_REFUSED(Matrix(), r.dtype = "int4", "there is none for elements of int4");
  EXPECT_REFUSED(Matrix(), r.format = "tf32",
                 "format `tf32` is none for elements of float16, which have no other than their own");
  EXPECT_REFUSED(Matrix(), (r.dtype = "float32", r.format = "tf33"),
                 "format `tf33` is none for elements of float32; there are float32_ftz, tf32, tf32_ftz");
  EXPECT_REFUSED(Matrix(), r.interleave = "64B", "interleave `64B` is none of none, 16B, 32B");
  EXPECT_REFUSED(Matrix(), r.swizzle = "128",
                 "swizzle `128` is none of none, 32B, 64B, 128B, 128B_atom_32B, 128B_atom_32B_flip_8B, "
                 "128B_atom_64B");
  EXPECT_REFUSED(Matrix(), r.l2_promotion = "1B", "l2_promotion `1B` is none of none, 64B, 128B, 256B");
  EXPECT_REFUSED(Matrix(), r.oob_fill = "zero", "oob_fill `zero` is none of zeros, nan");
}

TEST(TensorMap, Ranks) {
  EXPECT_REFUSED(Matrix(), r.rank = 0, "the rank is 0; it must be 1 to 5");
  EXPECT_REFUSED(Matrix(), r.rank = 6, "the rank is 6; it must be 1 to 5");
  EXPECT_REFUSED(Matrix(), r.interleave = "16B", "the rank is 2; with an interleave it must be at least 3");
  EXPECT_REFUSED(Matrix(), r.strides.push_back(16),
                 "a rank of 2 needs as many extents, box sizes and element strides, and one stride less");
}

TEST(TensorMap, Memory) {
  EXPECT_REFUSED(Matrix(), r.address = 0, "the address is NULL");
  EXPECT_REFUSED(Matrix(), r.address = 0x1008,
                 "the address leaves 8 bytes; it must be a multiple of 16 bytes");
  EXPECT_REFUSED(Volume("32B"), r.address = 0x1010,
                 "the address leaves 16 bytes; it must be a multiple of 32 bytes");
  EXPECT_REFUSED(Matrix(), r.extents[1] = 0, "the extent of axis 1 is 0; it must be 1 to 2^32");
  EXPECT_REFUSED(Matrix(), r.extents[0] = (int64_t(1) << 32) + 1,
                 "the extent of axis 0 is 4294967297; it must be 1 to 2^32");
  EXPECT_REFUSED(Matrix(), r.strides[0] = 8200,
                 "the stride of axis 1 is 8200; it must be a multiple of 16 bytes");
  EXPECT_REFUSED(Volume("32B"), r.strides[1] = 272,
                 "the stride of axis 2 is 272; it must be a multiple of 32 bytes");
  EXPECT_REFUSED(Matrix(), r.strides[0] = int64_t(1) << 40,
                 "the stride of axis 1 is 1099511627776; it must be 0 to 2^40 - 1 bytes");
  EXPECT_REFUSED(Matrix(), r.strides[0] = -16, "the stride of axis 1 is -16; it must be 0 to 2^40 - 1 bytes");
}

TEST(TensorMap, Boxes) {
  EXPECT_REFUSED(Matrix(), r.box[1] = 257, "the box of axis 1 is 257; it must be 1 to 256");
  EXPECT_REFUSED(Matrix(), r.box[1] = 0, "the box of axis 1 is 0; it must be 1 to 256");
  EXPECT_REFUSED(Matrix(), r.box[0] = 4,
                 "a row of the box is 4 elements of float16, 8 bytes; it must be a multiple of 16 bytes");
  EXPECT_REFUSED(Matrix(), r.element_strides[1] = 9, "the element stride of axis 1 is 9; it must be 1 to 8");
  EXPECT_EQ(MessageOf(Matrix(), [](TensorMapRequest& r) { r.element_strides[0] = 0; }), "");  // is ignored
  EXPECT_REFUSED(Volume("16B"), r.element_strides[0] = 0,
                 "the element stride of axis 0 is 0; it must be 1 to 8");
}

TEST(TensorMap, SwizzlesAndFills) {
  EXPECT_REFUSED(Matrix(), r.box[0] = 128,
                 "a row of the box is 256 bytes; with swizzle `128B` it must be at most 128");
  EXPECT_REFUSED(Matrix(), r.swizzle = "64B",
                 "a row of the box is 128 bytes; with swizzle `64B` it must be at most 64");
  EXPECT_REFUSED(Volume("32B"), r.swizzle = "64B",
                 "with interleave `32B` the swizzle must be `32B`, not `64B`");
  EXPECT_EQ(MessageOf(Matrix(), [](TensorMapRequest& r) { r.oob_fill = "nan"; }), "");
  EXPECT_REFUSED(Matrix(), (r.dtype = "int16", r.oob_fill = "nan"),
                 "oob_fill `nan` is for floats of at least 16 bits, not for elements of int16");
}

TEST(TensorMap, PackedElements) {
  EXPECT_REFUSED(Packed("float4_e2m1fn", "own"), r.extents[0] = 4095,
                 "the extent of axis 0 is 4095; for this element type it must be a multiple of 2");
  EXPECT_REFUSED(Packed("float4_e2m1fn", "16u4_align16b"), r.extents[0] = 4032,
                 "the extent of axis 0 is 4032; for this element type it must be a multiple of 128");
  EXPECT_REFUSED(Packed("float4_e2m1fn", "16u4_align16b"), r.box[0] = 64,
                 "the box of axis 0 is 64; for this element type it must be 128");
  EXPECT_REFUSED(Packed("float4_e2m1fn", "16u4_align16b"), r.swizzle = "128B_atom_64B",
                 "swizzle `128B_atom_64B` is not for this element type; there are none, 128B, 128B_atom_32B");
  EXPECT_REFUSED(Packed("float6_e3m2fn", "own"), r.swizzle = "64B",
                 "swizzle `64B` is not for this element type; there are none, 128B, 128B_atom_32B and "
                 "128B_atom_64B");
  TensorMapRequest interleaved = Volume("16B");
  interleaved.dtype = "float6_e2m3fn";
  interleaved.extents[0] = interleaved.box[0] = 128;
  interleaved.swizzle = "128B";
  EXPECT_EQ(CheckTensorMap(interleaved, kNewest).message,
            "tensor map: elements of float6_e2m3fn cannot be interleaved");
  EXPECT_EQ(
      CheckTensorMap(Packed("float4_e2m1fn", "own"), 12040).message,
      "tensor map: element type `float4_e2m1fn` needs a driver for CUDA 12.8 or newer; this one is for 12.4");
  TensorMapRequest atoms = Matrix();
  atoms.swizzle = "128B_atom_32B";
  EXPECT_EQ(
      CheckTensorMap(atoms, 12040).message,
      "tensor map: swizzle `128B_atom_32B` needs a driver for CUDA 12.8 or newer; this one is for 12.4");
}

class FakeTensorMaps : public ::testing::Test {
 protected:
  void SetUp() override {
    driver::TirxFakeDriver().devices.assign(3, driver::FakeDevice());
    driver::TirxFakeDriver().failures.clear();
    driver::TirxFakeDriver().version = kNewest;
  }
};

TEST_F(FakeTensorMaps, ReachTheDriver) {
  TensorMapRequest request = Matrix();
  request.l2_promotion = "256B";
  request.oob_fill = "nan";
  driver::TensorMap map{};
  ASSERT_TRUE(EncodeTensorMap(request, &map).ok());
  EXPECT_EQ(map.opaque[0], uint64_t(6) | 2 << 8 | 0 << 16 | 3 << 24 | uint64_t(3) << 32 | uint64_t(1) << 40);
  EXPECT_EQ(map.opaque[1], 0x1000u);
  EXPECT_EQ(map.opaque[2], 4096u);
  EXPECT_EQ(map.opaque[3], 128u);
  EXPECT_EQ(map.opaque[7], 8192u);
  EXPECT_EQ(map.opaque[12], 64u | 32u << 8);
  EXPECT_EQ(map.opaque[13], 1u | 1u << 8);
  driver::TirxFakeDriver().failures["cuTensorMapEncodeTiled"] = driver::kErrorInvalidValue;
  EXPECT_EQ(EncodeTensorMap(request, &map).message,
            "the tensor map cannot be encoded: CUDA_ERROR_OF_A_TEST (as the test wants)");
}

TEST(TensorMaps, AreDescribedWithoutADriver) {
  TensorMapRequest request;
  request.dtype = "float16";
  request.swizzle = "128B";
  request.rank = 2;
  request.address = 0x1000;
  request.extents = {4096, int64_t(1) << 32};
  request.strides = {8192};
  request.box = {64, 256};
  request.element_strides = {1, 2};
  struct {
    DescribedTensorMap map;
    char rest[128 - sizeof(DescribedTensorMap)];
    char after = 7;
  } place{};
  std::memset(place.rest, 1, sizeof place.rest);
  ASSERT_TRUE(DescribeTensorMap(request, &place).ok());
  const DescribedTensorMap& map = place.map;
  EXPECT_EQ(map.magic, DescribedTensorMap::kMagic);
  EXPECT_EQ(map.type, 6);
  EXPECT_EQ(map.element_bits, 16);
  EXPECT_EQ(map.rank, 2);
  EXPECT_EQ(map.swizzle, 3);
  EXPECT_EQ(map.address, 0x1000u);
  EXPECT_EQ(map.extents[1], uint64_t(1) << 32);
  EXPECT_EQ(map.strides[0], 8192u);
  EXPECT_EQ(map.box[1], 256);
  EXPECT_EQ(map.element_strides[1], 2);
  for (const char byte : place.rest) EXPECT_EQ(byte, 0);
  EXPECT_EQ(place.after, 7);
  request.strides = {100};
  EXPECT_EQ(DescribeTensorMap(request, &place).message,
            "tensor map: the stride of axis 1 is 100; it must be a multiple of 16 bytes");
}

TEST_F(FakeTensorMaps, AGlobalFunctionTakesThem) {
  using testing::IntArg;
  using testing::TextArg;
  auto encode = tvm::ffi::Function::GetGlobalRequired("tirx.runtime.tensormap_encode_tiled");
  driver::TensorMap map{};
  testing::Args args = {testing::PointerArg(&map),
                        TextArg("float16"),
                        TextArg("own"),
                        IntArg(1),
                        testing::PointerArg(reinterpret_cast<void*>(0x1000)),
                        IntArg(4096),
                        IntArg(64),
                        IntArg(1),
                        TextArg("none"),
                        TextArg("128B"),
                        TextArg("none"),
                        TextArg("zeros")};
  ASSERT_TRUE(testing::Call(encode, args).ok());
  EXPECT_EQ(map.opaque[2], 4096u);
  args[3] = IntArg(2);
  EXPECT_EQ(testing::Call(encode, args).message, "tensor map: the number of arguments does not fit the rank");
  args[3] = IntArg(1 << 20);
  EXPECT_EQ(testing::Call(encode, args).message, "tensor map: the rank is 1048576; it must be 1 to 5");
  args.resize(3);
  EXPECT_EQ(testing::Call(encode, args).message, "tensor map: there are too few arguments");
}

}  // namespace
}  // namespace tirx::cuda
