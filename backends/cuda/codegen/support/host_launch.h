// SPDX-License-Identifier: Apache-2.0
// Launches of an exported host: checked against the device and the kernel, then handed to the driver. C++17
// over cuda.h; the text stands in such hosts (codegen/host_export.h) and does what runtime/loaded_module.cc
// does.
#pragma once

#include <tvm/ffi/extra/c_env_api.h>

#include "backends/cuda/codegen/support/host_image.h"

// What an exported function and those that it calls share.
struct tirx_context {
  int32_t device_id;  // of the tensors; -1 while none says
  int32_t depth;      // of calls between host functions
};

// A launch on its way to the driver.
struct tirx_launch_call {
  const tirx_driver& driver;
  const tirx_kernel& kernel;
  const tirx_loaded_image& image;
  tirx_loaded_kernel& loaded;
  const int64_t* values;  // by the slots of launch_check.h, then the kernel's own fields
  void** parameters;

  std::string name() const { return std::string("kernel `") + kernel.name + "`"; }
  int64_t product(int first) const { return values[first] * values[first + 1] * values[first + 2]; }
  unsigned at(int slot) const { return static_cast<unsigned>(values[slot]); }
};

static inline int tirx_check_fields(const tirx_launch_call& call) {
  for (size_t i = 0; i < call.kernel.fields.size(); ++i) {
    const tirx_launch_field& field = call.kernel.fields[i];
    const int64_t value = call.values[TIRX_FIRST_OWN + i];
    const int bits = static_cast<int>(8 * field.bytes);
    // Signed or unsigned: some fields are this and some that.
    if (bits == 64 || (value >= -(int64_t(1) << (bits - 1)) && value < int64_t(1) << bits)) continue;
    return tirx_fail("ValueError", call.name() + ": launch field `" + field.name + "` is " +
                                       std::to_string(value) + "; it has " + std::to_string(bits) + " bits");
  }
  return 0;
}

// Above 48 KiB of shared memory a kernel opts in.
static inline int tirx_allow_shared(const tirx_launch_call& call) {
  const int fixed = call.loaded.static_shared_bytes;
  const int dynamic = static_cast<int>(call.values[TIRX_DYNAMIC_SHARED]);
  if (dynamic + fixed <= 48 * 1024 ||
      dynamic <= call.loaded.dynamic_shared_bytes.load(std::memory_order_acquire))
    return 0;
  const int64_t most = call.image.limits.launch.dynamic_shared_bytes;
  if (dynamic + fixed > most)
    return tirx_fail("ValueError", call.name() + " needs " + std::to_string(dynamic) +
                                       " bytes of dynamic and " + std::to_string(fixed) +
                                       " of static shared memory; the device's limit for both is " +
                                       std::to_string(most));
  // Under the lock, so that a smaller request never overwrites a larger one.
  const std::lock_guard<std::mutex> lock(tirx_load_mutex);
  if (dynamic <= call.loaded.dynamic_shared_bytes.load(std::memory_order_relaxed)) return 0;
  const CUresult result = call.driver.cuFuncSetAttribute(
      call.loaded.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamic);
  if (result == CUDA_SUCCESS) call.loaded.dynamic_shared_bytes.store(dynamic, std::memory_order_release);
  return tirx_check_driver(
      call.driver, result,
      call.name() + " cannot have " + std::to_string(dynamic) + " bytes of dynamic shared memory");
}

// Above 8 blocks of a cluster, too.
static inline int tirx_allow_cluster(const tirx_launch_call& call) {
  const int64_t blocks = call.product(TIRX_CLUSTER);
  if (blocks <= 8 || call.loaded.large_clusters.load(std::memory_order_acquire)) return 0;
  const CUresult result = call.driver.cuFuncSetAttribute(
      call.loaded.function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
  if (result == CUDA_SUCCESS) call.loaded.large_clusters.store(true, std::memory_order_release);
  return tirx_check_driver(call.driver, result,
                           call.name() + " cannot use clusters of " + std::to_string(blocks) + " blocks");
}

static inline int tirx_check_kernel(const tirx_launch_call& call) {
  const int64_t threads = call.product(TIRX_BLOCK);
  if (threads > call.loaded.max_threads)
    return tirx_fail("ValueError", call.name() + ": a block of " + std::to_string(threads) +
                                       " threads; its registers or its launch bounds leave room for " +
                                       std::to_string(call.loaded.max_threads));
  if (tirx_check_fields(call) != 0 || tirx_allow_shared(call) != 0) return -1;
  return tirx_allow_cluster(call);
}

// The attributes of one launch, one of each kind.
struct tirx_attributes {
  CUlaunchAttribute list[16];  // more than there are kinds
  unsigned count = 0;

  CUlaunchAttributeValue& of(CUlaunchAttributeID id) {
    for (unsigned i = 0; i < count; ++i)
      if (list[i].id == id) return list[i].value;
    list[count] = {};
    list[count].id = id;
    return list[count++].value;
  }
  void set_dims(CUlaunchAttributeID id, const tirx_launch_call& call, int first) {
    auto& dims = of(id).clusterDim;  // the preferred one has the same layout
    dims.x = call.at(first);
    dims.y = call.at(first + 1);
    dims.z = call.at(first + 2);
  }
};

static inline CUlaunchConfig tirx_shape_of(const tirx_launch_call& call) {
  CUlaunchConfig config = {};
  config.gridDimX = call.at(TIRX_GRID);
  config.gridDimY = call.at(TIRX_GRID + 1);
  config.gridDimZ = call.at(TIRX_GRID + 2);
  config.blockDimX = call.at(TIRX_BLOCK);
  config.blockDimY = call.at(TIRX_BLOCK + 1);
  config.blockDimZ = call.at(TIRX_BLOCK + 2);
  config.sharedMemBytes = call.at(TIRX_DYNAMIC_SHARED);
  return config;
}

// On tvm-ffi's stream for the device unless the launch names one. In CUDA's runtime API the attributes are
// called cudaLaunchAttributeClusterDimension, cudaLaunchAttributeProgrammaticStreamSerialization and so on.
static inline CUresult tirx_submit(const tirx_launch_call& call) {
  tirx_attributes attributes;
  CUlaunchConfig config = tirx_shape_of(call);
  config.hStream = static_cast<CUstream>(TVMFFIEnvGetStream(kDLCUDA, call.image.device_id));
  const auto preferred = static_cast<CUlaunchAttributeID>(11);  // not in the cuda.h of 12.0
  if (call.kernel.cluster) attributes.set_dims(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, call, TIRX_CLUSTER);
  if (call.kernel.preferred_cluster) attributes.set_dims(preferred, call, TIRX_PREFERRED_CLUSTER);
  if (call.kernel.cooperative) attributes.of(CU_LAUNCH_ATTRIBUTE_COOPERATIVE).cooperative = 1;
  if (call.kernel.programmatic_serialization)
    attributes.of(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
        .programmaticStreamSerializationAllowed = 1;
  for (size_t i = 0; i < call.kernel.fields.size(); ++i) {
    const tirx_launch_field& field = call.kernel.fields[i];
    const int64_t value = call.values[TIRX_FIRST_OWN + i];
    char* target = field.id == CU_LAUNCH_ATTRIBUTE_IGNORE ? reinterpret_cast<char*>(&config.hStream)
                                                          : attributes.of(field.id).pad + field.offset;
    memcpy(target, &value, field.bytes);  // the low bytes
  }
  config.attrs = attributes.list;
  config.numAttrs = attributes.count;
  return call.driver.cuLaunchKernelEx(&config, call.loaded.function, call.parameters, nullptr);
}

// --- when the driver refuses ---

static inline std::string tirx_argument_text(const tirx_kernel_arg& arg, const void* value) {
  char text[32];
  uint64_t bits = 0;
  double wide = 0;
  float narrow = 0;
  if (arg.type == 'm') {
    bits = reinterpret_cast<uintptr_t>(value);
  } else {
    memcpy(&bits, value, static_cast<size_t>(arg.bits + 7) / 8);
  }
  memcpy(&wide, &bits, sizeof(wide));
  memcpy(&narrow, &bits, sizeof(narrow));
  const int unused = 64 - arg.bits;
  if (arg.type == 'n') {
    snprintf(text, sizeof(text), "%g", tirx_decode_float(arg.format, static_cast<uint16_t>(bits)));
  } else if (arg.type == 'f') {
    snprintf(text, sizeof(text), "%.9g", arg.bits == 32 ? static_cast<double>(narrow) : wide);
  } else if (arg.type == 'i') {
    snprintf(text, sizeof(text), "%" PRId64, static_cast<int64_t>(bits << unused) >> unused);
  } else {
    snprintf(text, sizeof(text), arg.type == 'u' ? "%" PRIu64 : "0x%" PRIx64, bits);
  }
  return text;
}

// What the numbers behind a refusal are: "; ...", or nothing.
static inline std::string tirx_explain(const tirx_launch_call& call, CUresult result) {
  int blocks = 0;
  switch (result) {
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
      return "; an earlier kernel may have done it, since kernels run after their launch returns";
    case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
      call.driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, call.loaded.function, static_cast<int>(call.product(TIRX_BLOCK)),
          static_cast<size_t>(call.values[TIRX_DYNAMIC_SHARED]));
      return "; the blocks of a cooperative launch run at once, and the device holds " +
             std::to_string(blocks * call.image.limits.multiprocessors) + " of this kernel";
    case CUDA_ERROR_INVALID_CLUSTER_SIZE: {
      const CUlaunchConfig shape = tirx_shape_of(call);
      call.driver.cuOccupancyMaxPotentialClusterSize(&blocks, call.loaded.function, &shape);
      return "; with these blocks the device takes clusters of at most " + std::to_string(blocks);
    }
    default:
      return "";
  }
}

static inline int tirx_launch_failed(const tirx_launch_call& call, CUresult result) {
  std::string arguments;
  for (size_t i = 0; i < call.kernel.args.size(); ++i)
    arguments += (i == 0 ? "" : ", ") + tirx_argument_text(call.kernel.args[i], call.parameters[i]);
  tirx_text text = {nullptr, 0, 0};
  tirx_add(&text, ("launch of " + call.name() + tirx_where(call.image) +
                   " failed: " + tirx_driver_error(call.driver, result) + tirx_explain(call, result) + "; ")
                      .c_str());
  tirx_add_launch(&text, call.values, call.kernel.cluster);
  tirx_add(&text, (" arguments=(" + arguments + ")").c_str());
  return tirx_raise_text("RuntimeError", &text);
}

// --- one launch ---

// Of the context that is current, whoever made it; the first device when there is none.
static inline int tirx_current_device(const tirx_driver& driver) {
  CUcontext context = nullptr;
  CUdevice device = 0;
  if (driver.cuCtxGetCurrent(&context) != CUDA_SUCCESS || context == nullptr) return 0;
  return driver.cuCtxGetDevice(&device) == CUDA_SUCCESS ? device : 0;
}

// What no device exceeds (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"):
// looked at before anything is loaded.
static const tirx_limits tirx_widest_limits = {
    {2147483647, 65535, 65535}, {1024, 1024, 64}, 1024, 16, 232448};

static inline int tirx_check_values(const tirx_kernel& kernel, const int64_t* values,
                                    const tirx_limits& limits) {
  return tirx_check_launch(kernel.name, values, kernel.cluster, kernel.preferred_cluster, &limits);
}

static inline int tirx_launch_on(const tirx_driver& driver, const tirx_kernel& kernel,
                                 const tirx_loaded_image& image, tirx_loaded_kernel& loaded,
                                 const int64_t* values, void** parameters) {
  const tirx_launch_call call = {driver, kernel, image, loaded, values, parameters};
  const tirx_context_scope scope(driver, image.context);
  CUresult result = scope.result;
  if (result == CUDA_SUCCESS) {
    if (tirx_know_kernel(driver, kernel, image, &loaded) != 0 || tirx_check_kernel(call) != 0) return -1;
    result = tirx_submit(call);
  }
  return result == CUDA_SUCCESS ? 0 : tirx_launch_failed(call, result);
}

// Launches kernel `index` of an image. 0, or -1 with the error raised.
static inline int tirx_launch(tirx_image& image, size_t index, int device_id, const int64_t* values,
                              void** parameters) {
  const tirx_driver& driver = tirx_find_driver();
  const tirx_kernel& kernel = image.kernels[index];
  if (!driver.why_not.empty()) return tirx_check_ready();
  if (device_id < 0) device_id = tirx_current_device(driver);
  tirx_loaded_image* loaded = nullptr;
  if (device_id >= 0 && device_id < TIRX_MAX_DEVICES)
    loaded = image.loaded[device_id].load(std::memory_order_acquire);
  if (loaded == nullptr) {
    const int verdict = tirx_check_values(kernel, values, tirx_widest_limits);
    if (verdict != TIRX_LAUNCH) return verdict == TIRX_RAISED ? -1 : 0;
    loaded = tirx_load(driver, image, device_id);
    if (loaded == nullptr) return -1;
  }
  const int verdict = tirx_check_values(kernel, values, loaded->limits.launch);
  if (verdict != TIRX_LAUNCH) return verdict == TIRX_RAISED ? -1 : 0;
  return tirx_launch_on(driver, kernel, *loaded, loaded->kernels[index], values, parameters);
}
