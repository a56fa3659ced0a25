// SPDX-License-Identifier: Apache-2.0
// The text form of a CUDA architecture: sm_<number>, with `a` (exact) or `f` (family) behind it or nothing.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::cuda {

struct Arch {
  int number = 0;   // 90 of "sm_90a"
  char suffix = 0;  // 'a', 'f' or 0
};

// Refuses what no toolkit knows: other text, `a` before sm_90, `f` before sm_100.
Result<Arch> ParseArch(std::string_view text);

}  // namespace tirx::cuda
