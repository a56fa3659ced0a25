// SPDX-License-Identifier: Apache-2.0
// The container that nvcc calls a fatbin: which images it holds, and their bytes.
#pragma once

#include <string_view>
#include <vector>

#include "backends/cuda/toolchain/compression.h"
#include "diag/result.h"

namespace tirx::cuda {

struct FatbinImage {
  enum class Kind { kPtx, kCubin, kOther } kind = Kind::kOther;
  int arch = 0;  // 90
  Compression compression = Compression::kNone;
  std::string_view stored;  // within the bytes given to ReadFatbin
  uint64_t size = 0;        // when it is not compressed
  Result<std::string> Bytes() const { return Decompress(compression, stored, size); }
};

Result<std::vector<FatbinImage>> ReadFatbin(std::string_view bytes);

}  // namespace tirx::cuda
