// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while something long runs: it asks now and then, ends with a failure, and the border to Python
// raises what the interpreter has set.
#pragma once

namespace tirx {

// Whether the interpreter that hosts us wants the work of this thread to end; once true, until TakeInterrupt.
// Python answers its main thread alone.
bool Interrupted();
// The same for whoever passes it on: asks for nothing new, and forgets it.
bool TakeInterrupt();

}  // namespace tirx
