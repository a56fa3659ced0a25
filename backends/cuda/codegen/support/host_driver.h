// SPDX-License-Identifier: Apache-2.0
// The CUDA driver as an exported host finds it: with dlopen, when it is first needed. C++17 over cuda.h; the
// text stands in such hosts (codegen/host_export.h).
#pragma once

#include <cuda.h>
#include <dlfcn.h>

#include <atomic>
#include <string>

#include "runtime/host_error.h"

// What is looked up. cuda.h has the signatures, and behind some of these names those with a version.
// clang-format off
#define TIRX_DRIVER_FUNCTIONS(use)                                                              \
  use(cuInit) use(cuDriverGetVersion) use(cuGetErrorName) use(cuGetErrorString)                 \
  use(cuDeviceGetCount) use(cuDeviceGet) use(cuDeviceGetAttribute)                              \
  use(cuDevicePrimaryCtxRetain) use(cuCtxGetCurrent) use(cuCtxPushCurrent) use(cuCtxPopCurrent) \
  use(cuCtxGetDevice) use(cuThreadExchangeStreamCaptureMode)                                    \
  use(cuModuleLoadDataEx) use(cuModuleGetFunction) use(cuModuleUnload)                          \
  use(cuFuncGetAttribute) use(cuFuncSetAttribute) use(cuLaunchKernelEx)                         \
  use(cuOccupancyMaxActiveBlocksPerMultiprocessor) use(cuOccupancyMaxPotentialClusterSize)      \
  use(cuTensorMapEncodeTiled)
// clang-format on

struct tirx_driver {
#define TIRX_MEMBER(name) decltype(&::name) name = nullptr;
  TIRX_DRIVER_FUNCTIONS(TIRX_MEMBER)
#undef TIRX_MEMBER
  int version = 0, device_count = 0;
  std::string why_not;  // it cannot be used; empty where it can
};

static inline int tirx_fail(const char* kind, const std::string& message) {
  return tirx_raise_bytes(kind, message.data(), message.size());
}

// "CUDA_ERROR_INVALID_VALUE (invalid argument)".
static inline std::string tirx_driver_error(const tirx_driver& driver, CUresult result) {
  const char *name = nullptr, *text = nullptr;
  driver.cuGetErrorName(result, &name);
  driver.cuGetErrorString(result, &text);
  return (name != nullptr ? name : "CUDA error " + std::to_string(result)) + " (" +
         (text != nullptr ? text : "unknown") + ")";
}

// 0, or -1 with "<what>: <the driver's text>" raised.
static inline int tirx_check_driver(const tirx_driver& driver, CUresult result, const std::string& what) {
  if (result == CUDA_SUCCESS) return 0;
  return tirx_fail("RuntimeError", what + ": " + tirx_driver_error(driver, result));
}

static inline std::string tirx_look_up_driver(tirx_driver* driver) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* error = dlerror();
    return std::string("there is no CUDA driver (") + (error != nullptr ? error : "libcuda.so.1") + ")";
  }
#define TIRX_NAME_OF(name) #name
#define TIRX_LOOK_UP(name)                                                                     \
  driver->name = reinterpret_cast<decltype(driver->name)>(dlsym(library, TIRX_NAME_OF(name))); \
  if (driver->name == nullptr) return "the CUDA driver is too old: it lacks `" TIRX_NAME_OF(name) "`";
  TIRX_DRIVER_FUNCTIONS(TIRX_LOOK_UP)
#undef TIRX_LOOK_UP
#undef TIRX_NAME_OF
  return "";
}

static inline std::string tirx_start_driver(tirx_driver* driver) {
  const std::string why_not = tirx_look_up_driver(driver);
  if (!why_not.empty()) return why_not;
  const CUresult result = driver->cuInit(0);
  if (result != CUDA_SUCCESS) return "the CUDA driver does not start: " + tirx_driver_error(*driver, result);
  if (driver->cuDeviceGetCount(&driver->device_count) != CUDA_SUCCESS || driver->device_count == 0)
    return "the CUDA driver sees no device";
  driver->cuDriverGetVersion(&driver->version);
  return "";
}

static inline const tirx_driver& tirx_find_driver() {
  // Loaded images are static objects that are made later, so they are gone before it.
  static const tirx_driver driver = [] {
    tirx_driver started;
    started.why_not = tirx_start_driver(&started);
    return started;
  }();
  return driver;
}

// Whether kernels can run at all, asked before arguments are looked at: where there is no device they are on
// the CPU, and that is not what to complain about.
static inline int tirx_check_ready() {
  const tirx_driver& driver = tirx_find_driver();
  if (driver.why_not.empty()) return 0;
  return tirx_fail("RuntimeError", "this library needs a CUDA device, and " + driver.why_not);
}

// Makes a context current for a scope, whatever was current before, or nothing was.
struct tirx_context_scope {
  tirx_context_scope(const tirx_driver& of, CUcontext context) : driver(of) {
    CUcontext current = nullptr;
    result = driver.cuCtxGetCurrent(&current);
    if (result != CUDA_SUCCESS || current == context) return;
    result = driver.cuCtxPushCurrent(context);
    pushed = result == CUDA_SUCCESS;
  }
  ~tirx_context_scope() {
    CUcontext popped = nullptr;
    if (pushed) driver.cuCtxPopCurrent(&popped);
  }
  tirx_context_scope(const tirx_context_scope&) = delete;
  tirx_context_scope& operator=(const tirx_context_scope&) = delete;

  const tirx_driver& driver;
  CUresult result = CUDA_SUCCESS;
  bool pushed = false;
};

// Lets a thread load while it captures a stream into a graph, which the driver else refuses.
struct tirx_capture_scope {
  explicit tirx_capture_scope(const tirx_driver& of) : driver(of) {
    exchanged = driver.cuThreadExchangeStreamCaptureMode(&mode) == CUDA_SUCCESS;
  }
  ~tirx_capture_scope() {
    if (exchanged) driver.cuThreadExchangeStreamCaptureMode(&mode);
  }
  tirx_capture_scope(const tirx_capture_scope&) = delete;
  tirx_capture_scope& operator=(const tirx_capture_scope&) = delete;

  const tirx_driver& driver;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;  // between the two exchanges: the thread's own
  bool exchanged = false;
};

enum { TIRX_MAX_DEVICES = 64 };

// The primary context of a device: that of CUDA's runtime, and of every framework on it. Retained for the
// life of the process.
static inline int tirx_primary_context(const tirx_driver& driver, int device_id, CUcontext* context) {
  static std::atomic<CUcontext> retained[TIRX_MAX_DEVICES];
  if (device_id < 0 || device_id >= driver.device_count || device_id >= TIRX_MAX_DEVICES)
    return tirx_fail("ValueError", "there is no CUDA device " + std::to_string(device_id) +
                                       "; the driver sees " + std::to_string(driver.device_count));
  *context = retained[device_id].load(std::memory_order_acquire);
  if (*context != nullptr) return 0;
  CUdevice device = 0;
  CUresult result = driver.cuDeviceGet(&device, device_id);
  if (result == CUDA_SUCCESS) result = driver.cuDevicePrimaryCtxRetain(context, device);
  if (result == CUDA_SUCCESS) retained[device_id].store(*context, std::memory_order_release);
  return tirx_check_driver(driver, result, "cannot use CUDA device " + std::to_string(device_id));
}
