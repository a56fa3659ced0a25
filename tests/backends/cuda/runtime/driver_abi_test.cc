// SPDX-License-Identifier: Apache-2.0
// Our declarations of the driver API against cuda.h; compiled where a toolkit is installed in the usual
// place.
#include <gtest/gtest.h>

#include "backends/cuda/runtime/driver_api.h"

#if __has_include("/usr/local/cuda/include/cuda.h")
#include <type_traits>

#include "/usr/local/cuda/include/cuda.h"

namespace tirx::cuda {
namespace {

TEST(DriverAbi, ConstantsAreCudas) {
  EXPECT_EQ(int(driver::kSuccess), int(CUDA_SUCCESS));
  EXPECT_EQ(int(driver::kErrorDeinitialized), int(CUDA_ERROR_DEINITIALIZED));
  EXPECT_EQ(int(driver::kErrorNoDevice), int(CUDA_ERROR_NO_DEVICE));
  EXPECT_EQ(int(driver::kComputeCapabilityMajor), int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
  EXPECT_EQ(int(driver::kComputeCapabilityMinor), int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  EXPECT_EQ(int(driver::kMaxSharedMemoryPerBlockOptin),
            int(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
  EXPECT_EQ(int(driver::kSharedSizeBytes), int(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  EXPECT_EQ(int(driver::kMaxDynamicSharedSizeBytes), int(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
  EXPECT_EQ(int(driver::kNonPortableClusterSizeAllowed),
            int(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED));
  EXPECT_EQ(int(driver::kJitErrorLogBuffer), int(CU_JIT_ERROR_LOG_BUFFER));
  EXPECT_EQ(int(driver::kJitErrorLogBufferSizeBytes), int(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
  EXPECT_EQ(int(driver::kAttributeCooperative), int(CU_LAUNCH_ATTRIBUTE_COOPERATIVE));
  EXPECT_EQ(int(driver::kAttributeClusterDimension), int(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION));
  EXPECT_EQ(int(driver::kAttributeProgrammaticStreamSerialization),
            int(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION));
  EXPECT_EQ(int(driver::kAttributePreferredClusterDimension),
            int(CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION));
  EXPECT_EQ(int(driver::kAttributeAccessPolicyWindow), int(CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW));
  EXPECT_EQ(int(driver::kAttributeClusterSchedulingPolicy),
            int(CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE));
  EXPECT_EQ(int(driver::kAttributeProgrammaticEvent), int(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT));
  EXPECT_EQ(int(driver::kAttributePriority), int(CU_LAUNCH_ATTRIBUTE_PRIORITY));
  EXPECT_EQ(int(driver::kAttributeMemSyncDomainMap), int(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP));
  EXPECT_EQ(int(driver::kAttributeMemSyncDomain), int(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN));
#if CUDA_VERSION >= 13000
  EXPECT_EQ(int(driver::kAttributeLaunchCompletionEvent), int(CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT));
  EXPECT_EQ(int(driver::kAttributeSharedMemoryCarveout),
            int(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT));
  EXPECT_EQ(int(driver::kAttributeNvlinkUtilCentricScheduling),
            int(CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING));
#endif
}

TEST(DriverAbi, ErrorsAndAttributesAreCudas) {
  EXPECT_EQ(int(driver::kErrorInvalidValue), int(CUDA_ERROR_INVALID_VALUE));
  EXPECT_EQ(int(driver::kErrorOutOfMemory), int(CUDA_ERROR_OUT_OF_MEMORY));
  EXPECT_EQ(int(driver::kErrorIllegalAddress), int(CUDA_ERROR_ILLEGAL_ADDRESS));
  EXPECT_EQ(int(driver::kErrorAssert), int(CUDA_ERROR_ASSERT));
  EXPECT_EQ(int(driver::kErrorHardwareStack), int(CUDA_ERROR_HARDWARE_STACK_ERROR));
  EXPECT_EQ(int(driver::kErrorInvalidProgramCounter), int(CUDA_ERROR_INVALID_PC));
  EXPECT_EQ(int(driver::kErrorLaunchFailed), int(CUDA_ERROR_LAUNCH_FAILED));
  EXPECT_EQ(int(driver::kErrorCooperativeLaunchTooLarge), int(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE));
  EXPECT_EQ(int(driver::kErrorInvalidClusterSize), int(CUDA_ERROR_INVALID_CLUSTER_SIZE));
  EXPECT_EQ(int(driver::kMaxThreadsPerBlock), int(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  EXPECT_EQ(int(driver::kMaxBlockDimX), int(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X));
  EXPECT_EQ(int(driver::kMaxBlockDimX) + 2, int(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z));
  EXPECT_EQ(int(driver::kMaxGridDimX), int(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X));
  EXPECT_EQ(int(driver::kMaxGridDimX) + 2, int(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z));
  EXPECT_EQ(int(driver::kMultiprocessorCount), int(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  EXPECT_EQ(int(driver::kMemoryPoolsSupported), int(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED));
  EXPECT_EQ(int(driver::kClusterLaunch), int(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH));
  EXPECT_EQ(int(driver::kMaxThreadsOfFunction), int(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  EXPECT_EQ(int(driver::kCaptureRelaxed), int(CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT_EQ(int(driver::kPoolReleaseThreshold), int(CU_MEMPOOL_ATTR_RELEASE_THRESHOLD));
}

TEST(DriverAbi, LayoutsAreCudas) {
  EXPECT_EQ(sizeof(driver::MemoryPoolProperties), sizeof(CUmemPoolProps));
  EXPECT_EQ(offsetof(driver::MemoryPoolProperties, location_type), offsetof(CUmemPoolProps, location));
  EXPECT_EQ(offsetof(driver::MemoryPoolProperties, max_size), offsetof(CUmemPoolProps, maxSize));
  EXPECT_EQ(driver::MemoryPoolProperties().allocation_type, int(CU_MEM_ALLOCATION_TYPE_PINNED));
  EXPECT_EQ(driver::MemoryPoolProperties().location_type, int(CU_MEM_LOCATION_TYPE_DEVICE));
  EXPECT_EQ(sizeof(driver::TensorMap), sizeof(CUtensorMap));
  EXPECT_EQ(alignof(driver::TensorMap), alignof(CUtensorMap));
  EXPECT_EQ(sizeof(driver::LaunchConfig), sizeof(CUlaunchConfig));
  EXPECT_EQ(offsetof(driver::LaunchConfig, block), offsetof(CUlaunchConfig, blockDimX));
  EXPECT_EQ(offsetof(driver::LaunchConfig, shared_bytes), offsetof(CUlaunchConfig, sharedMemBytes));
  EXPECT_EQ(offsetof(driver::LaunchConfig, stream), offsetof(CUlaunchConfig, hStream));
  EXPECT_EQ(offsetof(driver::LaunchConfig, attributes), offsetof(CUlaunchConfig, attrs));
  EXPECT_EQ(offsetof(driver::LaunchConfig, num_attributes), offsetof(CUlaunchConfig, numAttrs));
  EXPECT_EQ(sizeof(driver::LaunchAttribute), sizeof(CUlaunchAttribute));
  EXPECT_EQ(offsetof(driver::LaunchAttribute, value), offsetof(CUlaunchAttribute, value));
  EXPECT_EQ(sizeof(driver::LaunchAttributeValue), sizeof(CUlaunchAttributeValue));
  EXPECT_EQ(sizeof(driver::DevicePtr), sizeof(CUdeviceptr));
}

}  // namespace
}  // namespace tirx::cuda
#endif
