// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/detector.h"

#include <string>

#include "backends/cpu/runtime/processor.h"

namespace tirx::cpu {
namespace {

Result<target::Target> Detect(int device_id) {
  if (device_id != 0)
    return Fail(DK::CannotDetect, Span(), {"cpu", std::to_string(device_id), "there is only device 0"});
  std::string level(ProcessorLevel());
  Map<String, Any> target{{"kind", String("cpu")}, {"num_threads", int64_t(ProcessorThreads())}};
  if (!level.empty()) target.Set("arch", String(level));
  return target::FromMap(target);
}

}  // namespace

const backend::DetectorRow kDetectors[1] = {{"cpu", Detect}};

}  // namespace tirx::cpu
