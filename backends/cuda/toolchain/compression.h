// SPDX-License-Identifier: Apache-2.0
// How nvcc compresses the images of a fatbin, undone.
#pragma once

#include <string>
#include <string_view>

#include "diag/result.h"

namespace tirx::cuda {

// What is wrong with a fatbin.
Failure BadFatbin(std::string_view why);

enum class Compression { kNone, kLz4, kZstandard };

inline constexpr const char* kZstandardLibrary = "libzstd.so.1";

// The `size` bytes that `bytes` were before. Zstandard is decoded by the system's library, which every
// Debian, Ubuntu, Fedora and Arch has; where there is none, the error says so.
Result<std::string> Decompress(Compression compression, std::string_view bytes, uint64_t size,
                               const char* zstandard_library = kZstandardLibrary);

}  // namespace tirx::cuda
