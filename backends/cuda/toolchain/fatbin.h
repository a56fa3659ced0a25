// SPDX-License-Identifier: Apache-2.0
// The container that nvcc calls a fatbin: which images it holds, and their bytes where they are not
// compressed.
#pragma once

#include <string_view>
#include <vector>

#include "diag/result.h"

namespace tirx::cuda {

struct FatbinImage {
  enum class Kind { kPtx, kCubin, kOther } kind = Kind::kOther;
  int arch = 0;             // 90
  bool compressed = false;  // LZ4 or Zstandard
  std::string_view bytes;   // as stored, within the bytes given to ReadFatbin; empty when compressed
};

Result<std::vector<FatbinImage>> ReadFatbin(std::string_view bytes);

}  // namespace tirx::cuda
