// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/interrupt.h"

namespace tirx {
namespace {

// Threads that are still at work. Who waits for them asks meanwhile whether the user has interrupted, since
// no other thread can.
class Busy {
 public:
  explicit Busy(size_t count) : count_(count) {}
  void Leave() {
    std::lock_guard lock(mutex_);
    if (--count_ == 0) none_.notify_one();
  }
  void WaitUntilNone() {
    std::unique_lock lock(mutex_);
    while (count_ > 0) {
      none_.wait_for(lock, std::chrono::milliseconds(20));
      lock.unlock();
      Interrupted();  // remembers it for the helpers
      lock.lock();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_;
  size_t count_;
};

}  // namespace

void ParallelFor(size_t count, FunctionRef<void(size_t)> work, size_t threads) {
  std::atomic<size_t> next{0};
  std::vector<std::exception_ptr> thrown(count);
  auto run = [&] {
    for (size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        thrown[i] = std::current_exception();
      }
    }
  };
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const size_t helper_count = std::max<size_t>(std::min(count, threads), 1) - 1;
  Busy busy(helper_count);
  auto help = [&, state = CurrentInterrupt()] {
    ShareInterrupt share(state);
    run();
    busy.Leave();
  };
  std::vector<std::thread> helpers;
  for (size_t i = 0; i < helper_count; ++i) helpers.emplace_back(help);
  run();  // this thread works too
  busy.WaitUntilNone();
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace tirx
