// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/runtime/worker_pool.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

namespace tirx::cpu {
namespace {

// One parallel loop. Everything but `next` is guarded by the pool's mutex.
struct Job {
  FunctionRef<void(size_t)> work;
  size_t parts;
  size_t wanted;       // helpers that may still join
  size_t working = 0;  // helpers that have joined and not left
  std::atomic<size_t> next{0};

  void Work() {
    for (size_t i = next++; i < parts; i = next++) work(i);
  }
};

class WorkerPool {
 public:
  pid_t process() const { return process_; }

  void Run(Job* job) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      Grow(job->wanted);
      jobs_.push_back(job);
    }
    wake_.notify_all();
    job->Work();
    std::unique_lock<std::mutex> lock(mutex_);
    // Helpers that are busy elsewhere are not waited for.
    jobs_.erase(std::remove(jobs_.begin(), jobs_.end(), job), jobs_.end());
    left_.wait(lock, [&] { return job->working == 0; });
  }

 private:
  // As many as the largest loop so far wants; where the system gives no more, those that there are do.
  void Grow(size_t wanted) {
    try {
      for (; workers_ < wanted; ++workers_) std::thread([this] { Serve(); }).detach();
    } catch (const std::system_error&) {
    }
  }

  void Serve() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return !jobs_.empty(); });
      Job* job = jobs_.front();
      ++job->working;
      if (--job->wanted == 0) jobs_.pop_front();
      lock.unlock();
      job->Work();
      lock.lock();
      if (--job->working == 0) left_.notify_all();
    }
  }

  const pid_t process_ = getpid();
  std::mutex mutex_;
  std::condition_variable wake_, left_;
  std::deque<Job*> jobs_;
  size_t workers_ = 0;
};

// Never destroyed: its threads wait until the process ends. They do not come along into a process that was
// forked, which gets a pool of its own.
WorkerPool& ThePool() {
  static std::atomic<WorkerPool*> current{nullptr};
  WorkerPool* pool = current.load(std::memory_order_acquire);
  while (!pool || pool->process() != getpid()) {
    auto* fresh = new WorkerPool;
    if (current.compare_exchange_strong(pool, fresh, std::memory_order_acq_rel)) return *fresh;
    delete fresh;
  }
  return *pool;
}

}  // namespace

void RunParts(size_t parts, FunctionRef<void(size_t)> work, size_t threads) {
  size_t helpers = std::min(parts, threads) - 1;
  Job job{work, parts, helpers};
  if (helpers == 0)
    job.Work();
  else
    ThePool().Run(&job);
}

}  // namespace tirx::cpu
