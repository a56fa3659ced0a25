// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace tirx {

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
  std::vector<std::thread> helpers;
  for (size_t i = 1; i < std::min(count, threads); ++i) helpers.emplace_back(run);
  run();  // this thread works too
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace tirx
