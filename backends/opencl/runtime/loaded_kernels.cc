// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/loaded_kernels.h"

#include <tvm/ffi/extra/c_env_api.h>

#include "backends/opencl/runtime/buffers.h"
#include "backends/opencl/runtime/program_cache.h"

namespace tirx::opencl {

using runtime::KernelInfo;
using runtime::KernelLaunch;
using runtime::RuntimeStatus;

namespace {

struct Region {  // cl_buffer_region
  size_t origin, size;
};

std::string Quoted(const KernelInfo& info) {
  return "kernel `" + info.name + "`";
}

}  // namespace

RuntimeStatus LoadedKernels::Load(const runtime::DevicePayload& payload, int device_id,
                                  std::unique_ptr<LoadedKernels>* loaded) {
  const DeviceQueue* queue = nullptr;
  RuntimeStatus status = FindDeviceQueue(device_id, &queue);
  if (!status.ok()) return status;
  std::unique_ptr<LoadedKernels> made(new LoadedKernels(payload, *queue));
  made->device_id_ = device_id;
  status = made->CreateKernels();
  if (status.ok()) *loaded = std::move(made);
  return status;
}

LoadedKernels::~LoadedKernels() {
  for (Entry& entry : entries_)
    if (entry.kernel) queue_.api->release_kernel(entry.kernel);
}

RuntimeStatus LoadedKernels::CreateKernels() {
  Program program = nullptr;
  RuntimeStatus status = BuiltProgram(queue_, payload_.image, &program);
  if (!status.ok()) return status;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const KernelInfo& info = payload_.kernels[i];
    Error error = 0;
    uint32_t takes = 0;
    entries_[i].kernel = queue_.api->create_kernel(program, info.name.c_str(), &error);
    if (error == 0)
      error = queue_.api->get_kernel_info(entries_[i].kernel, kNumArgs, sizeof(takes), &takes, nullptr);
    if (error != 0) return ToStatus(error, Quoted(info) + " cannot be loaded");
    size_t passed = info.arg_types.size();
    if (takes != passed && takes != passed + 1)
      return RuntimeStatus::Error(runtime::kInternalError, Quoted(info) + " takes " + std::to_string(takes) +
                                                               " arguments, and " + std::to_string(passed) +
                                                               " are passed");
    entries_[i].takes_local_memory = takes == passed + 1;
  }
  return {};
}

// What the device says of itself; nothing of it is known while compiling.
RuntimeStatus LoadedKernels::CheckBlock(const KernelLaunch& launch) const {
  const auto& values = launch.config->values;
  size_t threads = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    size_t extent = size_t(values[runtime::kBlockX + axis]);
    threads *= extent;
    if (extent <= queue_.max_block[axis] && threads <= queue_.max_threads) continue;
    return RuntimeStatus::Error(runtime::kValueError,
                                Quoted(payload_.kernels[size_t(launch.kernel)]) + " is launched with " +
                                    runtime::Describe(*launch.config) + "; OpenCL device `" + queue_.name +
                                    "` allows " + std::to_string(queue_.max_threads) + " threads a block");
  }
  return {};
}

RuntimeStatus LoadedKernels::SetPointer(Kernel kernel, uint32_t index, const void* address,
                                        std::vector<Buffer>* parts) const {
  if (address == nullptr) {
    Buffer none = nullptr;
    return ToStatus(queue_.api->set_kernel_arg(kernel, index, sizeof(void*), &none), "a null argument");
  }
  std::string what = "argument " + std::to_string(index);
  Place place = FindPlace(address);
  if (place.buffer == nullptr)
    return RuntimeStatus::Error(runtime::kValueError,
                                what + " is no address of an OpenCL buffer that this runtime allocated");
  Buffer passed = place.buffer;
  if (place.offset != 0) {
    Region region{place.offset, place.size - place.offset};
    Error error = 0;
    passed = queue_.api->create_sub_buffer(place.buffer, kReadWrite, kRegion, &region, &error);
    if (error != 0)
      return ToStatus(error, what + " begins " + std::to_string(place.offset) +
                                 " bytes into its buffer, and the device wants a multiple of " +
                                 std::to_string(queue_.address_alignment));
    parts->push_back(passed);
  }
  return ToStatus(queue_.api->set_kernel_arg(kernel, index, sizeof(void*), &passed), what);
}

RuntimeStatus LoadedKernels::SetArguments(const KernelLaunch& launch, const Entry& entry,
                                          std::vector<Buffer>* parts) const {
  const KernelInfo& info = payload_.kernels[size_t(launch.kernel)];
  uint32_t index = 0;
  for (DType type : info.arg_types) {
    const uint64_t* cell = launch.cells + index;
    RuntimeStatus status =
        IsHandle(type)
            ? SetPointer(entry.kernel, index, reinterpret_cast<const void*>(*cell), parts)
            : ToStatus(queue_.api->set_kernel_arg(entry.kernel, index, size_t(StorageBytes(type)), cell),
                       "argument " + std::to_string(index));
    if (!status.ok()) return status;
    ++index;
  }
  if (!entry.takes_local_memory) return {};
  size_t bytes = size_t(launch.config->values[runtime::kDynamicSharedBytes]);
  return ToStatus(queue_.api->set_kernel_arg(entry.kernel, index, bytes == 0 ? 1 : bytes, nullptr),
                  std::to_string(bytes) + " bytes of dynamic shared memory");
}

RuntimeStatus LoadedKernels::Launch(const KernelLaunch& launch) {
  Entry& entry = entries_[size_t(launch.kernel)];
  RuntimeStatus status = CheckBlock(launch);
  if (!status.ok()) return status;
  std::array<size_t, 3> global{}, local{};
  for (size_t axis = 0; axis < 3; ++axis) {
    local[axis] = size_t(launch.config->values[runtime::kBlockX + axis]);
    global[axis] = local[axis] * size_t(launch.config->values[runtime::kGridX + axis]);
  }
  std::vector<Buffer> parts;  // the command keeps them as long as it needs them
  {
    std::lock_guard<std::mutex> lock(entry.mutex);
    status = SetArguments(launch, entry, &parts);
    Queue queue = queue_.On(TVMFFIEnvGetStream(kDLOpenCL, device_id_));
    if (status.ok())
      status = ToStatus(queue_.api->launch(queue, entry.kernel, 3, nullptr, global.data(), local.data(), 0,
                                           nullptr, nullptr),
                        runtime::Describe(*launch.config));
    if (status.ok()) status = ToStatus(queue_.api->flush(queue), "the queue");
  }
  for (Buffer part : parts) queue_.api->release_buffer(part);
  if (!status.ok())
    status.message = "launch of " + Quoted(payload_.kernels[size_t(launch.kernel)]) + " on OpenCL device `" +
                     queue_.name + "` failed: " + status.message;
  return status;
}

}  // namespace tirx::opencl
