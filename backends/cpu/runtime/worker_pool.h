// SPDX-License-Identifier: Apache-2.0
// Threads that wait for parallel loops: a loop of a few microseconds costs less than starting a thread.
#pragma once

#include <cstddef>

#include "base/function_ref.h"

namespace tirx::cpu {

// Calls work(0) to work(parts - 1) on this thread and at most `threads` - 1 helpers; returns when all are
// done. From any thread, several at once, and in a process that was forked. `work` does not throw.
void RunParts(size_t parts, FunctionRef<void(size_t)> work, size_t threads);

}  // namespace tirx::cpu
