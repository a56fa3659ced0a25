// SPDX-License-Identifier: Apache-2.0
// Independent work on several threads.
#pragma once

#include <cstddef>

#include "base/function_ref.h"

namespace tirx {

// Calls work(0) to work(count - 1) on at most `threads` threads, 0 for as many as the machine has processors;
// returns when all are done.
// With one piece of work everything stays on this thread. What a piece throws is thrown here, after the
// others have ended; of several the first by index. Interrupted() (interrupt.h) tells all of them the same.
void ParallelFor(size_t count, FunctionRef<void(size_t)> work, size_t threads = 0);

}  // namespace tirx
