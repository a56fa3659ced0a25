// SPDX-License-Identifier: Apache-2.0
// The processor that this process runs on.
#pragma once

#include <string_view>

namespace tirx::cpu {

// The highest of x86-64-v2, -v3, -v4 (System V ABI, "AMD64 Architecture Processor Supplement", 3.1.1) that it
// has; "x86-64" below them, and "" on other architectures.
std::string_view ProcessorLevel();
// Whether it has that level; levels of other architectures it has not.
bool HasLevel(std::string_view level);

// The threads that this process may keep busy: TIRX_NUM_THREADS, else the processors that it may run on.
int ProcessorThreads();

}  // namespace tirx::cpu
