// SPDX-License-Identifier: Apache-2.0
// Device memory through a fake driver: stream order, devices without pools, failures.
#include <gtest/gtest.h>
#include <tvm/ffi/extra/c_env_api.h>

#include "backends/cuda/driver/fake_driver.h"
#include "base/dtype.h"
#include "runtime/device_api.h"
#include "runtime/device_tensor.h"

namespace tirx::cuda {

using driver::FakeDriver;
using driver::TirxFakeDriver;
using runtime::CopyTensor;
using runtime::FillWithZeros;

namespace {

class FakeMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    TirxFakeDriver().devices.assign(3, driver::FakeDevice());  // their number is read once a process
    TirxFakeDriver().devices[2].attributes[driver::kMemoryPoolsSupported] = 0;
    TirxFakeDriver().failures.clear();
    TirxFakeDriver().calls.clear();
  }
  void TearDown() override {
    EXPECT_EQ(TirxFakeDriver().bytes_in_use, 0u);
    TVMFFIEnvSetStream(kDLCUDA, 0, nullptr, nullptr);
  }
  static void UseStream(uintptr_t stream) {
    TVMFFIEnvSetStream(kDLCUDA, 0, reinterpret_cast<TVMFFIStreamHandle>(stream), nullptr);
  }
  runtime::DeviceApi& api_ = *runtime::FindDeviceApi(kDLCUDA);
  void* data_ = nullptr;
};

TEST_F(FakeMemory, IsFreedOnTheStreamOfItsAllocation) {
  UseStream(0x40);
  ASSERT_TRUE(api_.Allocate(0, 100, &data_).ok());
  UseStream(0x80);
  EXPECT_TRUE(api_.Free(0, data_).ok());
  EXPECT_EQ(TirxFakeDriver().Count("cuMemAllocFromPoolAsync 64"), 1);
  EXPECT_EQ(TirxFakeDriver().Count("cuMemFreeAsync 64"), 1);
}

TEST_F(FakeMemory, IsFreedWhenItsStreamIsGone) {
  ASSERT_TRUE(api_.Allocate(0, 100, &data_).ok());
  TirxFakeDriver().failures["cuMemFreeAsync"] = driver::kErrorInvalidValue;
  EXPECT_TRUE(api_.Free(0, data_).ok());
  EXPECT_EQ(TirxFakeDriver().Count("cuMemFree_v2"), 1);
}

TEST_F(FakeMemory, DevicesWithoutPools) {
  ASSERT_TRUE(api_.Allocate(2, 100, &data_).ok());
  EXPECT_TRUE(api_.Free(2, data_).ok());
  EXPECT_EQ(TirxFakeDriver().Count("cuMemAlloc_v2"), 1);
  EXPECT_EQ(TirxFakeDriver().Count("cuMemFree_v2"), 1);
}

TEST_F(FakeMemory, TrimsThePoolBeforeItGivesUp) {
  runtime::RuntimeStatus status = api_.Allocate(1, size_t(2) << 30, &data_);
  EXPECT_EQ(status.message,
            "cannot allocate 2147483648 bytes on the device: CUDA_ERROR_OUT_OF_MEMORY (as the test wants); "
            "1073741824 of its 1073741824 bytes are free");
  EXPECT_EQ(TirxFakeDriver().Count("cuMemPoolTrimTo"), 1);
}

TEST_F(FakeMemory, FreeingWhatIsNotOursFails) {
  int other = 0;
  EXPECT_NE(api_.Free(0, &other).message.find("cannot free device memory"), std::string::npos);
}

TEST_F(FakeMemory, TensorsAreCopiedBothWays) {
  runtime::TensorRequest request{{2, 3}, {}, Float(32), {kDLCUDA, 1}};
  tvm::ffi::Optional<tvm::ffi::Tensor> on_device, on_host;
  ASSERT_TRUE(MakeTensor(request, &on_device).ok());
  request.device = {kDLCPU, 0};
  ASSERT_TRUE(MakeTensor(request, &on_host).ok());
  auto* values = static_cast<float*>(on_host.value().data_ptr());
  for (int i = 0; i < 6; ++i) values[i] = float(i);
  ASSERT_TRUE(CopyTensor(*on_host.value().GetDLTensorPtr(), *on_device.value().GetDLTensorPtr()).ok());
  ASSERT_TRUE(FillWithZeros(*on_host.value().GetDLTensorPtr()).ok());
  ASSERT_TRUE(CopyTensor(*on_device.value().GetDLTensorPtr(), *on_host.value().GetDLTensorPtr()).ok());
  EXPECT_EQ(values[5], 5.0f);
  EXPECT_EQ(TirxFakeDriver().Count("cuStreamSynchronize"), 2);
  request.shape = {7};
  ASSERT_TRUE(MakeTensor(request, &on_host).ok());
  EXPECT_EQ(CopyTensor(*on_device.value().GetDLTensorPtr(), *on_host.value().GetDLTensorPtr()).message,
            "a copy of 24 bytes to 28");
}

}  // namespace
}  // namespace tirx::cuda
