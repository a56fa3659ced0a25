// SPDX-License-Identifier: Apache-2.0
// How machines that run apart share the blocks of a launch.
#include "sim/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace tirx::sim {
namespace {

TEST(UnitQueue, GivesEachUnitOnceAndFewerNearTheEnd) {
  for (const uint64_t units : {0, 1, 5, 256, 4096})
    for (const uint64_t machines : {2, 3, 16}) {
      UnitQueue queue(units, machines);
      uint64_t next = 0, before = units;
      for (auto taken = queue.Take(); taken.first != taken.second; taken = queue.Take()) {
        const auto [first, end] = taken;
        EXPECT_EQ(first, next);
        EXPECT_LE(end - first, before);
        EXPECT_LE(end - first, std::max<uint64_t>(1, units / machines / 2 + 1));
        before = end - first;
        next = end;
      }
      EXPECT_EQ(next, units);
      EXPECT_LE(before, units / (16 * machines) + 1);
    }
}

TEST(UnitQueue, GivesAllToOneMachine) {
  UnitQueue queue(7, 1);
  EXPECT_EQ(queue.Take(), std::pair(uint64_t(0), uint64_t(7)));
  const auto [first, end] = queue.Take();
  EXPECT_EQ(first, end);
}

}  // namespace
}  // namespace tirx::sim
