// SPDX-License-Identifier: Apache-2.0
// Checks that a compiler made what it was asked for. Options like -dlto, -E, -M and --version end with
// success and leave no device binary, so the exit status alone says nothing.
#pragma once

#include <string>
#include <string_view>

#include "backends/cuda/toolchain/cubin.h"
#include "backends/cuda/toolchain/options.h"

namespace tirx::cuda {

// Removes NULs at the end: NVRTC counts a terminator as part of PTX, nvcc does not write one.
void StripTerminators(std::string& ptx);

// Size, magic and architecture of `bytes`, made by `tool` for `arch`.
Status CheckBinary(const std::string& tool, Format format, const std::string& arch, std::string_view bytes);

// The kernels' resources. Never fails: what cannot be read is reported in `unknown_because`.
BinaryResources ReadResources(Format format, std::string_view bytes);

}  // namespace tirx::cuda
