// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA driver API that the runtime uses, declared here and looked up with dlopen, so that
// nothing links against the driver and no toolkit is needed. Names, values and layouts: CUDA Driver API
// reference manual (13.0); tests/cuda/runtime checks them against cuda.h where a toolkit is installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/status.h"

namespace tirx::cuda::driver {

using Result = int;  // CUresult
using Device = int;
using DevicePtr = unsigned long long;
using Context = struct ContextOpaque*;
using Module = struct ModuleOpaque*;
using Function = struct FunctionOpaque*;
using Stream = struct StreamOpaque*;
using Event = struct EventOpaque*;
using MemoryPool = struct MemoryPoolOpaque*;

enum : Result {
  kSuccess = 0,
  kErrorInvalidValue = 1,
  kErrorOutOfMemory = 2,
  kErrorDeinitialized = 4,
  kErrorNoDevice = 100,
  // What a kernel did wrong; every later call in the context reports it again.
  kErrorIllegalAddress = 700,
  kErrorAssert = 710,
  kErrorHardwareStack = 714,
  kErrorInvalidProgramCounter = 718,
  kErrorLaunchFailed = 719,
  kErrorCooperativeLaunchTooLarge = 720,
  kErrorInvalidClusterSize = 912,
};
enum DeviceAttribute : int {
  kMaxThreadsPerBlock = 1,
  kMaxBlockDimX = 2,  // and y, z
  kMaxGridDimX = 5,   // and y, z
  kMultiprocessorCount = 16,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedMemoryPerBlockOptin = 97,
  kMemoryPoolsSupported = 115,
  kClusterLaunch = 120,
};
enum FunctionAttribute : int {
  kMaxThreadsOfFunction = 0,
  kSharedSizeBytes = 1,
  kMaxDynamicSharedSizeBytes = 8,
  kNonPortableClusterSizeAllowed = 14,
};
enum JitOption : int {
  kJitErrorLogBuffer = 5,
  kJitErrorLogBufferSizeBytes = 6,
};
enum StreamCaptureMode : int {
  kCaptureRelaxed = 2,
};
enum MemoryPoolAttribute : int {
  kPoolReleaseThreshold = 4,
};
enum LaunchAttributeId : int {
  kAttributeIgnore = 0,
  kAttributeAccessPolicyWindow = 1,
  kAttributeCooperative = 2,
  kAttributeClusterDimension = 4,
  kAttributeClusterSchedulingPolicy = 5,
  kAttributeProgrammaticStreamSerialization = 6,
  kAttributeProgrammaticEvent = 7,
  kAttributePriority = 8,
  kAttributeMemSyncDomainMap = 9,
  kAttributeMemSyncDomain = 10,
  kAttributePreferredClusterDimension = 11,
  kAttributeLaunchCompletionEvent = 12,
  kAttributeSharedMemoryCarveout = 14,
  kAttributeNvlinkUtilCentricScheduling = 16,
  kAttributePortableClusterSizeMode = 17,
  kAttributeSharedMemoryMode = 19,
};

struct Extent3 {
  unsigned x, y, z;
};
union LaunchAttributeValue {
  char pad[64];
  Extent3 cluster;  // also the preferred one
  int flag;         // cooperative, programmatic stream serialization
};
struct LaunchAttribute {
  LaunchAttributeId id;
  char pad[8 - sizeof(LaunchAttributeId)];
  LaunchAttributeValue value;
};
struct LaunchConfig {
  Extent3 grid;
  Extent3 block;
  unsigned shared_bytes;
  Stream stream;
  LaunchAttribute* attributes;
  unsigned num_attributes;
};
// A pool of one device's memory, of this process alone.
struct MemoryPoolProperties {
  int allocation_type = 1;  // pinned, the only one there is
  int handle_types = 0;
  int location_type = 1;  // a device
  int location_id = 0;
  void* security_attributes = nullptr;
  size_t max_size = 0;  // 0: what the device has
  unsigned char reserved[56] = {};
};
struct alignas(128) TensorMap {  // cuda.h of 13.0; before, and for the device, 64 are enough
  uint64_t opaque[16];
};

// X(member, "exported name", signature)
#define TIRX_CUDA_DRIVER_FUNCTIONS(X)                                                                      \
  X(init, "cuInit", Result(unsigned))                                                                      \
  X(driver_get_version, "cuDriverGetVersion", Result(int*))                                                \
  X(get_error_name, "cuGetErrorName", Result(Result, const char**))                                        \
  X(get_error_string, "cuGetErrorString", Result(Result, const char**))                                    \
  X(device_get_count, "cuDeviceGetCount", Result(int*))                                                    \
  X(device_get, "cuDeviceGet", Result(Device*, int))                                                       \
  X(device_get_name, "cuDeviceGetName", Result(char*, int, Device))                                        \
  X(device_get_attribute, "cuDeviceGetAttribute", Result(int*, DeviceAttribute, Device))                   \
  X(device_total_memory, "cuDeviceTotalMem_v2", Result(size_t*, Device))                                   \
  X(primary_context_retain, "cuDevicePrimaryCtxRetain", Result(Context*, Device))                          \
  X(context_get_current, "cuCtxGetCurrent", Result(Context*))                                              \
  X(context_push_current, "cuCtxPushCurrent_v2", Result(Context))                                          \
  X(context_pop_current, "cuCtxPopCurrent_v2", Result(Context*))                                           \
  X(context_get_device, "cuCtxGetDevice", Result(Device*))                                                 \
  X(module_load_data_ex, "cuModuleLoadDataEx", Result(Module*, const void*, unsigned, JitOption*, void**)) \
  X(module_get_function, "cuModuleGetFunction", Result(Function*, Module, const char*))                    \
  X(module_unload, "cuModuleUnload", Result(Module))                                                       \
  X(function_get_attribute, "cuFuncGetAttribute", Result(int*, FunctionAttribute, Function))               \
  X(function_set_attribute, "cuFuncSetAttribute", Result(Function, FunctionAttribute, int))                \
  X(launch_kernel_ex, "cuLaunchKernelEx", Result(const LaunchConfig*, Function, void**, void**))           \
  X(max_active_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", Result(int*, Function, int, size_t)) \
  X(max_cluster_size, "cuOccupancyMaxPotentialClusterSize", Result(int*, Function, const LaunchConfig*))   \
  X(exchange_capture_mode, "cuThreadExchangeStreamCaptureMode", Result(StreamCaptureMode*))                \
  X(pool_create, "cuMemPoolCreate", Result(MemoryPool*, const MemoryPoolProperties*))                      \
  X(pool_set_attribute, "cuMemPoolSetAttribute", Result(MemoryPool, MemoryPoolAttribute, void*))           \
  X(pool_trim, "cuMemPoolTrimTo", Result(MemoryPool, size_t))                                              \
  X(pool_allocate_async, "cuMemAllocFromPoolAsync", Result(DevicePtr*, size_t, MemoryPool, Stream))        \
  X(memory_free_async, "cuMemFreeAsync", Result(DevicePtr, Stream))                                        \
  X(memory_get_info, "cuMemGetInfo_v2", Result(size_t*, size_t*))                                          \
  X(memory_set_async, "cuMemsetD8Async", Result(DevicePtr, unsigned char, size_t, Stream))                 \
  X(tensor_map_encode_tiled, "cuTensorMapEncodeTiled",                                                     \
    Result(TensorMap*, int, uint32_t, void*, const uint64_t*, const uint64_t*, const uint32_t*,            \
           const uint32_t*, int, int, int, int))                                                           \
  X(memory_allocate, "cuMemAlloc_v2", Result(DevicePtr*, size_t))                                          \
  X(memory_free, "cuMemFree_v2", Result(DevicePtr))                                                        \
  X(memory_copy_async, "cuMemcpyAsync", Result(DevicePtr, DevicePtr, size_t, Stream))                      \
  X(event_create, "cuEventCreate", Result(Event*, unsigned))                                               \
  X(event_record, "cuEventRecord", Result(Event, Stream))                                                  \
  X(event_synchronize, "cuEventSynchronize", Result(Event))                                                \
  X(event_elapsed_time, "cuEventElapsedTime", Result(float*, Event, Event))                                \
  X(event_destroy, "cuEventDestroy_v2", Result(Event))                                                     \
  X(stream_synchronize, "cuStreamSynchronize", Result(Stream))

struct DriverApi {
  template <class Signature>
  using Pointer = Signature*;
#define TIRX_CUDA_MEMBER(member, name, ...) Pointer<__VA_ARGS__> member = nullptr;
  TIRX_CUDA_DRIVER_FUNCTIONS(TIRX_CUDA_MEMBER)
#undef TIRX_CUDA_MEMBER
  int device_count = 0;
};

// The driver, opened and initialised on first use. Null where there is none, it is too old, or it sees no
// device; `why` then says which.
const DriverApi* FindDriver(std::string* why = nullptr);

// "CUDA_ERROR_INVALID_VALUE (invalid argument)".
std::string ErrorText(const DriverApi& driver, Result result);

// Success, or a RuntimeError "<what>: <the driver's text>".
runtime::RuntimeStatus ToStatus(const DriverApi& driver, Result result, const std::string& what);

// The primary context of a device, retained once and for the life of the process.
runtime::RuntimeStatus PrimaryContext(const DriverApi& driver, int device_id, Context* context);

// What an attribute of a device is; 0 where the driver does not know it.
int AttributeOf(const DriverApi& driver, int device_id, int attribute);

// Makes a context current for a scope, whatever was current before, or nothing was.
class ContextScope {
 public:
  ContextScope(const DriverApi& driver, Context context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;
  Result result() const { return result_; }

 private:
  const DriverApi& driver_;
  bool pushed_ = false;
  Result result_ = kSuccess;
};

}  // namespace tirx::cuda::driver
