// SPDX-License-Identifier: Apache-2.0
// What the host must know of a device kernel to launch it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace tirx::runtime {

// Values of KernelInfo::arg_extra_tags.
enum KernelArgTag : int32_t {
  kPlainArg = 0,
  kTensorMapArg = 1,  // the argument is a pointer to a 128-byte descriptor, which is passed by value
};

struct KernelInfo {
  std::string name;
  std::vector<DType> arg_types;
  // In the order of the values that follow the arguments in a packed call; runtime/launch_plan.h lists them.
  std::vector<std::string> launch_tags;
  // One KernelArgTag per argument; may be shorter, missing ones are plain.
  std::vector<int32_t> arg_extra_tags;
};

// Whether a host that launches `a` passes what `b` takes: the same cells and launch values.
inline bool SameInterface(const KernelInfo& a, const KernelInfo& b) {
  if (a.arg_types.size() != b.arg_types.size() || a.launch_tags != b.launch_tags) return false;
  for (size_t i = 0; i < a.arg_types.size(); ++i) {
    DType x = a.arg_types[i], y = b.arg_types[i];
    if (StorageBytes(x) != StorageBytes(y) || IsFloating(x) != IsFloating(y)) return false;
  }
  return true;
}

}  // namespace tirx::runtime
