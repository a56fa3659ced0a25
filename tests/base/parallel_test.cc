// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace tirx {
namespace {

TEST(ParallelFor, CallsEachIndexOnce) {
  std::vector<std::atomic<int>> calls(100);
  ParallelFor(calls.size(), [&](size_t i) { ++calls[i]; });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
  ParallelFor(0, [](size_t) { FAIL() << "there is nothing to do"; });
}

TEST(ParallelFor, ThrowsTheFirstByIndexAfterAllHaveEnded) {
  std::atomic<int> ended{0};
  try {
    ParallelFor(8, [&](size_t i) {
      ++ended;
      if (i % 2) throw std::runtime_error(std::to_string(i));
    });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "1");
  }
  EXPECT_EQ(ended, 8);
}

}  // namespace
}  // namespace tirx
