// SPDX-License-Identifier: Apache-2.0
// Each part runs once, whoever asks; also several loops at once, and after a fork.
#include "backends/cpu/runtime/worker_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace tirx::cpu {
namespace {

bool EachPartRunsOnce(size_t parts, size_t threads) {
  std::vector<std::atomic<int>> seen(parts);
  RunParts(
      parts, [&](size_t part) { ++seen[part]; }, threads);
  for (const auto& count : seen)
    if (count != 1) return false;
  return true;
}

TEST(WorkerPool, EachPartRunsOnce) {
  for (size_t parts : {1, 2, 3, 64, 1000})
    for (size_t threads : {1, 2, 5}) EXPECT_TRUE(EachPartRunsOnce(parts, threads)) << parts << " " << threads;
}

TEST(WorkerPool, HelpersTakePart) {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> arrived{0};
  // Neither part ends before both have begun, so two threads there must be.
  RunParts(
      2,
      [&](size_t) {
        {
          std::lock_guard<std::mutex> lock(mutex);
          ids.insert(std::this_thread::get_id());
        }
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
      },
      2);
  EXPECT_EQ(ids.size(), 2u);
}

TEST(WorkerPool, SeveralLoopsAtOnce) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      for (int k = 0; k < 200; ++k) wrong += !EachPartRunsOnce(7, 3);
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(WorkerPool, AForkedProcessHasItsOwn) {
  ASSERT_TRUE(EachPartRunsOnce(8, 3));
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(EachPartRunsOnce(8, 3) ? 7 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

}  // namespace
}  // namespace tirx::cpu
