// SPDX-License-Identifier: Apache-2.0
// The device code of an exported host: loaded into a device's primary context when first used there. C++17
// over cuda.h; the text stands in such hosts (codegen/host_export.h) and does what runtime/loaded_module.cc
// does.
#pragma once

#include <tvm/ffi/c_api.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "backends/cuda/codegen/support/host_driver.h"
#include "backends/cuda/runtime/architecture_check.h"
#include "base/float_bits.h"
#include "runtime/host_calls.h"
#include "runtime/launch_check.h"

// Of a kernel, as it is passed.
struct tirx_kernel_arg {
  char
      type;  // 'p' a pointer, 'm' a tensor map, 'i' and 'u' integers, 'f' a float, 'n' one of at most 16 bits
  int bits;
  tirx_float format;  // of 'n'
};

// Where a launch value goes in a launch attribute.
struct tirx_launch_field {
  const char* name;
  CUlaunchAttributeID id;  // "ignore": the stream, which is no attribute
  unsigned offset, bytes;  // in the attribute's value
  int since;               // version of the driver that knows it, as cuDriverGetVersion counts
};

struct tirx_kernel {
  const char* name;
  std::vector<tirx_kernel_arg> args;
  bool cluster, preferred_cluster, cooperative, programmatic_serialization;
  std::vector<tirx_launch_field> fields;  // of the launch values from TIRX_FIRST_OWN on
};

// A kernel on one device.
struct tirx_loaded_kernel {
  // Of the rest, what is found out before the first launch is there.
  std::atomic<bool> known{false};
  CUfunction function = nullptr;
  int static_shared_bytes = 0;
  int max_threads = 0;  // of a block
  // What the function's attributes allow so far; they only grow.
  std::atomic<int> dynamic_shared_bytes{0};
  std::atomic<bool> large_clusters{false};
};

struct tirx_device_limits {
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  tirx_limits launch = {};  // dynamic_shared_bytes is what static and dynamic have together
};

struct tirx_loaded_image {
  explicit tirx_loaded_image(size_t num_kernels) : kernels(num_kernels) {}

  int device_id = 0;
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  tirx_device_limits limits;
  std::vector<tirx_loaded_kernel> kernels;
};

struct tirx_image {
  const char *format, *arch;
  const unsigned char* bytes;
  std::vector<tirx_kernel> kernels;
  std::atomic<tirx_loaded_image*> loaded[TIRX_MAX_DEVICES] = {};
};

// What was loaded, for when this library goes. Made when the driver has started, so that it is gone before
// the driver ends with the process.
struct tirx_loaded_images {
  std::vector<std::unique_ptr<tirx_loaded_image>> list;

  ~tirx_loaded_images() {
    for (const auto& image : list) {
      const tirx_context_scope scope(tirx_find_driver(), image->context);
      if (scope.result == CUDA_SUCCESS) tirx_find_driver().cuModuleUnload(image->module);
    }
  }
};

// Held while something is loaded or opted in to.
static std::mutex tirx_load_mutex;

static inline std::string tirx_where(const tirx_loaded_image& image) {
  return " on CUDA device " + std::to_string(image.device_id);
}

static inline tirx_device_limits tirx_read_limits(const tirx_driver& driver, int device_id) {
  tirx_device_limits limits;
  CUdevice device = 0;
  if (driver.cuDeviceGet(&device, device_id) != CUDA_SUCCESS) return limits;
  // 0 where the driver does not know the attribute.
  auto read = [&](int attribute) {
    int value = 0;
    driver.cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(attribute), device);
    return value;
  };
  limits.major = read(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  limits.minor = read(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  limits.multiprocessors = read(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  for (int axis = 0; axis < 3; ++axis) {
    limits.launch.grid[axis] = read(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + axis);
    limits.launch.block[axis] = read(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + axis);
  }
  limits.launch.threads_per_block = read(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  // Every device with clusters takes 8 blocks, and a kernel may opt in to 16.
  limits.launch.blocks_per_cluster = read(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0 ? 16 : 0;
  limits.launch.dynamic_shared_bytes = read(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  return limits;
}

// Devices stay what they are: the driver is asked once. Called under tirx_load_mutex.
static inline tirx_device_limits tirx_limits_of(const tirx_driver& driver, int device_id) {
  static tirx_device_limits known[TIRX_MAX_DEVICES];
  if (known[device_id].major == 0) known[device_id] = tirx_read_limits(driver, device_id);
  return known[device_id];
}

static inline int tirx_load_module(const tirx_driver& driver, const tirx_image& image,
                                   tirx_loaded_image* loaded) {
  if (driver.cuModuleLoadDataEx(&loaded->module, image.bytes, 0, nullptr, nullptr) == CUDA_SUCCESS) return 0;
  // Once more, for the log, which is asked for only where there is something to read.
  char log[4096] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof(log) - 1)};
  const CUresult result = driver.cuModuleLoadDataEx(&loaded->module, image.bytes, 2, options, values);
  if (result == CUDA_SUCCESS) return 0;
  std::string message = std::string("the ") + image.format + " image cannot be loaded" + tirx_where(*loaded) +
                        ": " + tirx_driver_error(driver, result);
  if (image.arch[0] != '\0') message += std::string("; it was compiled for ") + image.arch;
  message += "; the device is " + tirx_architecture_of(loaded->limits.major, loaded->limits.minor);
  if (log[0] != '\0') message += std::string("\n") + log;
  return tirx_fail("RuntimeError", message);
}

// A program that uses NVSHMEM registers what its host library must do to each module with its device code
// (nvshmemx_cumodule_init), by the name under which the runtime looks for it, too. A failure's own words
// stand in the error.
static inline int tirx_tell_nvshmem(const tirx_loaded_image& loaded) {
  const char* const hook = "runtime.nvshmem.cumodule_init";
  const TVMFFIByteArray name = {hook, strlen(hook)};
  TVMFFIObjectHandle function = nullptr, error = nullptr;
  if (TVMFFIFunctionGetGlobal(&name, &function) != 0) return -1;
  if (function == nullptr) return 0;
  TVMFFIAny module = tirx_any_pointer(loaded.module), result = tirx_any(kTVMFFINone, tirx_of_int(0));
  const int status = TVMFFIFunctionCall(function, &module, 1, &result);
  TVMFFIObjectDecRef(function);
  if (status == 0 && result.type_index >= kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(result.v_obj);
  if (status == 0) return 0;
  TVMFFIErrorMoveFromRaised(&error);
  const TVMFFIByteArray said = TVMFFIErrorGetCellPtr(error)->message;
  const std::string message =
      std::string("`") + hook + "` failed" + tirx_where(loaded) + ": " + std::string(said.data, said.size);
  TVMFFIObjectDecRef(error);
  return tirx_fail("RuntimeError", message);
}

// Launch fields that came later than the oldest driver that is used.
static inline int tirx_check_fields_known(const tirx_driver& driver, const tirx_kernel& kernel) {
  auto text = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  auto too_old = [&](const std::string& field, int since) {
    return tirx_fail("ValueError", std::string("kernel `") + kernel.name + "`: launch field `" + field +
                                       "` needs a driver for CUDA " + text(since) +
                                       " or newer; this one is for " + text(driver.version));
  };
  if (kernel.preferred_cluster && driver.version < 12080) return too_old("preferred_cluster", 12080);
  for (const tirx_launch_field& field : kernel.fields)
    if (driver.version < field.since) return too_old(field.name, field.since);
  return 0;
}

// With its context current. A driver loads a function when it is first asked about it or launched, which
// takes longer than the rest: a kernel that is not launched costs nothing.
static inline int tirx_know_kernel(const tirx_driver& driver, const tirx_kernel& kernel,
                                   const tirx_loaded_image& image, tirx_loaded_kernel* loaded) {
  if (loaded->known.load(std::memory_order_acquire)) return 0;
  const tirx_capture_scope capture(driver);
  const std::lock_guard<std::mutex> lock(tirx_load_mutex);
  if (loaded->known.load(std::memory_order_relaxed)) return 0;
  CUresult result = driver.cuModuleGetFunction(&loaded->function, image.module, kernel.name);
  auto read = [&](CUfunction_attribute attribute, int* value) {
    if (result == CUDA_SUCCESS) result = driver.cuFuncGetAttribute(value, attribute, loaded->function);
  };
  read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &loaded->static_shared_bytes);
  read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &loaded->max_threads);
  const std::string what = std::string("kernel `") + kernel.name + "` cannot be loaded" + tirx_where(image);
  if (tirx_check_driver(driver, result, what) != 0 || tirx_check_fields_known(driver, kernel) != 0) return -1;
  loaded->known.store(true, std::memory_order_release);
  return 0;
}

// With its context current.
static inline int tirx_load_into(const tirx_driver& driver, const tirx_image& image,
                                 tirx_loaded_image* loaded) {
  const tirx_context_scope scope(driver, loaded->context);
  const tirx_capture_scope capture(driver);
  if (tirx_check_driver(driver, scope.result, "no context" + tirx_where(*loaded)) != 0) return -1;
  loaded->limits = tirx_limits_of(driver, loaded->device_id);
  const std::string wrong = tirx_check_architecture(image.format, image.arch, loaded->limits.major,
                                                    loaded->limits.minor, tirx_where(*loaded));
  if (!wrong.empty()) return tirx_fail("RuntimeError", wrong);
  if (tirx_load_module(driver, image, loaded) != 0) return -1;
  if (tirx_tell_nvshmem(*loaded) == 0) return 0;
  driver.cuModuleUnload(loaded->module);
  return -1;
}

// Null with the error raised; the next call tries again.
static inline tirx_loaded_image* tirx_load(const tirx_driver& driver, tirx_image& image, int device_id) {
  if (device_id < 0 || device_id >= TIRX_MAX_DEVICES) {
    tirx_fail("ValueError", "there is no CUDA device " + std::to_string(device_id));
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(tirx_load_mutex);
  tirx_loaded_image* there = image.loaded[device_id].load(std::memory_order_relaxed);
  if (there != nullptr) return there;
  std::unique_ptr<tirx_loaded_image> loaded(new tirx_loaded_image(image.kernels.size()));
  loaded->device_id = device_id;
  if (tirx_primary_context(driver, device_id, &loaded->context) != 0) return nullptr;
  if (tirx_load_into(driver, image, loaded.get()) != 0) return nullptr;
  static tirx_loaded_images all;
  all.list.push_back(std::move(loaded));
  there = all.list.back().get();
  image.loaded[device_id].store(there, std::memory_order_release);
  return there;
}
