// SPDX-License-Identifier: Apache-2.0
// From a device of this machine to a target with its figures.
#pragma once

#include <string_view>

#include "target/target.h"

namespace tirx::backend {

struct DetectorRow {
  static constexpr std::string_view kTable = "detectors";
  std::string_view name;  // the target kind
  Hook<Result<target::Target>(int device_id)> detect = nullptr;
};

// CannotDetect where the kind has no detector, or the machine no such device.
Result<target::Target> DetectTarget(std::string_view kind, int device_id);

}  // namespace tirx::backend
