// SPDX-License-Identifier: Apache-2.0
// Named NVIDIA devices, `nvidia/<name>`.
#pragma once

#include "target/target.h"

namespace tirx::cuda {

inline constexpr size_t kTagCount = 16;
extern const target::TargetTagRow kTags[kTagCount];

}  // namespace tirx::cuda
