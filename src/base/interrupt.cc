// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <tvm/ffi/extra/c_env_api.h>

#include <chrono>

namespace tirx {
namespace {

using Clock = std::chrono::steady_clock;

// The interpreter takes its lock to answer, for which it may have to wait.
constexpr auto kBetweenQuestions = std::chrono::milliseconds(10);

std::atomic<bool> g_all_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "InterruptAll runs in signal handlers");

thread_local InterruptState t_own;
thread_local InterruptState* t_state = &t_own;
thread_local Clock::time_point t_next_question;

}  // namespace

bool Interrupted() {
  if (AllInterrupted()) return true;
  if (t_state->raised.load(std::memory_order_relaxed)) return true;
  const Clock::time_point now = Clock::now();
  if (t_state != &t_own || now < t_next_question) return false;
  t_next_question = now + kBetweenQuestions;
  // Python tells once, and has then set its exception.
  if (TVMFFIEnvCheckSignals() != 0) t_own.raised = true;
  return t_own.raised;
}

bool TakeInterrupt() {
  return t_own.raised.exchange(false);
}

void InterruptAll() {
  g_all_interrupted.store(true, std::memory_order_relaxed);
}

bool AllInterrupted() {
  return g_all_interrupted.load(std::memory_order_relaxed);
}

InterruptState* CurrentInterrupt() {
  return t_state;
}

ShareInterrupt::ShareInterrupt(InterruptState* state) : before_(t_state) {
  t_state = state;
}

ShareInterrupt::~ShareInterrupt() {
  t_state = before_;
}

}  // namespace tirx
