// SPDX-License-Identifier: Apache-2.0
#include "base/pointer_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tirx {
namespace {

TEST(PointerSet, AgreesWithTheStandardOne) {
  std::vector<int> memory(3000);
  std::mt19937 random(1);
  PointerSet ours;
  std::set<const void*> theirs;
  for (int k = 0; k < 10000; ++k) {
    const void* pointer = &memory[random() % memory.size()];
    EXPECT_EQ(ours.Insert(pointer), theirs.insert(pointer).second);
  }
  EXPECT_GT(theirs.size(), 2500u);
}

}  // namespace
}  // namespace tirx
