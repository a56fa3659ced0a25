// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while something long runs: it asks now and then and ends with a failure; the border to Python raises
// what the interpreter has set, and the command line ends as the signal would have ended it.
#pragma once

#include <atomic>

namespace tirx {

// What the threads that work on one call have in common.
struct InterruptState {
  std::atomic<bool> raised = false;
};

// Whether the work of this thread should end; once true, until TakeInterrupt. The interpreter that hosts us
// is asked now and then, and answers its main thread alone; helpers of that thread learn it from it.
bool Interrupted();
// Whether the interpreter has set its exception on this thread; for whoever passes it on, who forgets it.
bool TakeInterrupt();
// Interrupts all threads of the process, for good. May be called in a signal handler.
void InterruptAll();
bool AllInterrupted();

// The state of this thread's call, and a helper's way to take part in it while it lives.
InterruptState* CurrentInterrupt();
class ShareInterrupt {
 public:
  explicit ShareInterrupt(InterruptState* state);
  ~ShareInterrupt();
  ShareInterrupt(const ShareInterrupt&) = delete;
  ShareInterrupt& operator=(const ShareInterrupt&) = delete;

 private:
  InterruptState* before_;
};

}  // namespace tirx
