// SPDX-License-Identifier: Apache-2.0
#include "base/hook.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace tirx {
namespace {

int Twice(int x) {
  return 2 * x;
}
int Plus(const void* state, int x) {
  return *static_cast<const int*>(state) + x;
}

struct Row {
  const char* name;
  Hook<int(int)> call = nullptr;
};
constexpr Row kRows[] = {{"empty"}, {"twice", Twice}, {.name = "lambda", .call = [](int x) { return -x; }}};

TEST(Hook, HoldsAPlainFunctionInAConstant) {
  EXPECT_FALSE(kRows[0].call);
  ASSERT_TRUE(kRows[1].call);
  EXPECT_EQ(kRows[1].call(4), 8);
  EXPECT_EQ(kRows[2].call(4), -4);
}

TEST(Hook, HoldsAFunctionWithItsState) {
  int ten = 10;
  Hook<int(int)> hook(Plus, &ten);
  Hook<int(int)> copy = hook;
  ten = 20;
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy(1), 21);
  hook = nullptr;
  EXPECT_FALSE(hook);
}

TEST(Hook, MovesArgumentsThrough) {
  Hook<std::string(std::unique_ptr<std::string>)> hook = [](std::unique_ptr<std::string> text) {
    return *text;
  };
  EXPECT_EQ(hook(std::make_unique<std::string>("moved")), "moved");
}

}  // namespace
}  // namespace tirx
