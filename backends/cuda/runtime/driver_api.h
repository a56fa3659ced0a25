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

enum : Result {
  kSuccess = 0,
  kErrorDeinitialized = 4,
  kErrorNoDevice = 100,
};
enum DeviceAttribute : int {
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedMemoryPerBlockOptin = 97,
};
enum FunctionAttribute : int {
  kSharedSizeBytes = 1,
  kMaxDynamicSharedSizeBytes = 8,
  kNonPortableClusterSizeAllowed = 14,
};
enum JitOption : int {
  kJitErrorLogBuffer = 5,
  kJitErrorLogBufferSizeBytes = 6,
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
  X(memory_allocate, "cuMemAlloc_v2", Result(DevicePtr*, size_t))                                          \
  X(memory_free, "cuMemFree_v2", Result(DevicePtr))                                                        \
  X(memory_copy_async, "cuMemcpyAsync", Result(DevicePtr, DevicePtr, size_t, Stream))                      \
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
