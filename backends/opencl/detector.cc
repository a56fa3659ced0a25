// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/detector.h"

#include <string>

#include "backends/opencl/runtime/device_queue.h"

namespace tirx::opencl {
namespace {

Result<target::Target> Detect(int device_id) {
  const DeviceQueue* queue = nullptr;
  if (auto status = FindDeviceQueue(device_id, &queue); !status.ok())
    return Fail(DK::CannotDetect, Span(), {"opencl", std::to_string(device_id), status.message});
  return target::FromMap({{"kind", String("opencl")},
                          {"max_num_threads", int64_t(queue->max_threads)},
                          {"max_shared_memory_per_block", int64_t(queue->local_bytes)},
                          {"max_threads_per_block", int64_t(queue->max_threads)}});
}

}  // namespace

const backend::DetectorRow kDetectors[1] = {{"opencl", Detect}};

}  // namespace tirx::opencl
