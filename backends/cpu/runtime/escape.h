// SPDX-License-Identifier: Apache-2.0
// How a kernel ends in the middle: what a failed assertion calls does not come back to it.
#pragma once

#include <string>

#include "backends/cpu/runtime/loaded_object.h"

namespace tirx::cpu {

using FailFunction = void (*)(const char* format, ...);

// For kernels alone, which keep nothing that somebody would have to let go.
[[noreturn]] __attribute__((format(printf, 1, 2))) void FailKernel(const char* format, ...);

// Calls the kernel. `failure` gets the message of an assertion that failed.
void RunPart(KernelEntry entry, const uint64_t* cells, int32_t begin, int32_t end, std::string* failure);

}  // namespace tirx::cpu
