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

inline bool operator==(const KernelInfo& a, const KernelInfo& b) {
  return a.name == b.name && a.arg_types == b.arg_types && a.launch_tags == b.launch_tags &&
         a.arg_extra_tags == b.arg_extra_tags;
}

}  // namespace tirx::runtime
