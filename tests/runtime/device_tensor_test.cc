// SPDX-License-Identifier: Apache-2.0
// Tensors from the environment's allocator, and from our own.
#include "runtime/device_tensor.h"

#include <gtest/gtest.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <algorithm>
#include <cstdlib>

#include "base/dtype.h"

namespace tirx::runtime {

namespace ffi = tvm::ffi;

namespace {

int g_allocations = 0;

// As a framework's: memory for the prototype, with its own way to free it.
int Allocate(DLTensor* prototype, DLManagedTensorVersioned** out, void* error_ctx,
             void (*set_error)(void*, const char*, const char*)) {
  if (prototype->dtype.code == kDLBool) {
    set_error(error_ctx, "ValueError", "no bools today");
    return -1;
  }
  ++g_allocations;
  auto* made = new DLManagedTensorVersioned{};
  made->version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
  made->dl_tensor = *prototype;
  made->dl_tensor.shape = new int64_t[size_t(prototype->ndim)];
  std::copy_n(prototype->shape, prototype->ndim, made->dl_tensor.shape);
  made->dl_tensor.data = std::malloc(ffi::GetDataSize(*prototype));
  made->deleter = [](DLManagedTensorVersioned* self) {
    --g_allocations;
    std::free(self->dl_tensor.data);
    delete[] self->dl_tensor.shape;
    delete self;
  };
  *out = made;
  return 0;
}

class EnvironmentAllocator : public ::testing::Test {
 protected:
  void SetUp() override { TVMFFIEnvSetDLPackManagedTensorAllocator(Allocate, 0, &before_); }
  void TearDown() override { TVMFFIEnvSetDLPackManagedTensorAllocator(before_, 0, nullptr); }
  DLPackManagedTensorAllocator before_ = nullptr;
};

TEST_F(EnvironmentAllocator, IsAskedFirst) {
  ffi::Optional<ffi::Tensor> tensor;
  RuntimeStatus status = MakeTensor({{2, 3}, {}, Float(32), {kDLCPU, 0}}, &tensor);
  ASSERT_TRUE(status.ok()) << status.message;
  EXPECT_EQ(g_allocations, 1);
  EXPECT_EQ(tensor.value().size(1), 3);
  tensor = std::nullopt;
  EXPECT_EQ(g_allocations, 0);
}

TEST_F(EnvironmentAllocator, FailsWithItsOwnWords) {
  ffi::Optional<ffi::Tensor> tensor;
  RuntimeStatus status = MakeTensor({{2}, {}, Bool(), {kDLCPU, 0}}, &tensor);
  EXPECT_EQ(status.message, "the environment's allocator fails: no bools today");
}

TEST_F(EnvironmentAllocator, DoesNotKnowStrides) {
  ffi::Optional<ffi::Tensor> tensor;
  ASSERT_TRUE(MakeTensor({{2, 2}, {3, 1}, Float(32), {kDLCPU, 0}}, &tensor).ok());
  EXPECT_EQ(g_allocations, 0);
  EXPECT_EQ(BytesOf(tensor.value()).size(0), 20);
  EXPECT_EQ(FillWithZeros(*tensor.value().GetDLTensorPtr()).message,
            "the tensor has gaps or another order than row-major");
}

TEST(DeviceTensor, ViewsKeepTheirMemoryAlive) {
  ffi::Optional<ffi::Tensor> tensor, bytes;
  ASSERT_TRUE(MakeTensor({{4}, {}, Float(32), {kDLCPU, 0}}, &tensor).ok());
  ASSERT_TRUE(FillWithZeros(*tensor.value().GetDLTensorPtr()).ok());
  bytes = BytesOf(tensor.value());
  tensor = std::nullopt;
  EXPECT_EQ(bytes.value().size(0), 16);
  EXPECT_EQ(static_cast<char*>(bytes.value().data_ptr())[15], 0);
}

}  // namespace
}  // namespace tirx::runtime
