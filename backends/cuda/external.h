// SPDX-License-Identifier: Apache-2.0
// Kernels that come to the script from outside: finished binaries, and whether a binary has a kernel.
#pragma once

#include "backend/toolchain.h"

namespace tirx::cuda {

inline constexpr std::string_view kExternalFormats = "cu ptx cubin fatbin";

// PTX, a cubin or a fatbin as it is, if the architecture of the configuration runs it.
Result<backend::DeviceBinary> Adopt(const std::string& format, const std::string& bytes,
                                    const std::string& bound);

// Compares names and bytes of parameters, where the binary tells them: one that cannot be read does not.
Status CheckKernel(const backend::DeviceBinary& binary, const codegen::KernelSignature& kernel);

}  // namespace tirx::cuda
