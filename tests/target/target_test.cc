// SPDX-License-Identifier: Apache-2.0
#include "target/target.h"

#include <gtest/gtest.h>

#include "backend/loader.h"

namespace tirx::target {
namespace {

class TargetTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }
};

TEST_F(TargetTest, FormsOfOneTargetAreEqual) {
  auto from_kind = Parse("cuda:sm_90a");
  auto from_json = Parse(R"({"kind": "cuda", "arch": "sm_90a", "host": "c"})");
  ASSERT_TRUE(from_kind.ok() && from_json.ok());
  EXPECT_EQ(ToJson(*from_kind), R"({"arch":"sm_90a","host":{"kind":"c"},"kind":"cuda"})");
  EXPECT_EQ(ToJson(*from_kind), ToJson(*from_json));
  EXPECT_EQ((*from_kind)->arch(), "sm_90a");
}

TEST_F(TargetTest, JsonParsesBack) {
  auto target = Parse("nvidia/nvidia-h100");
  ASSERT_TRUE(target.ok());
  auto again = Parse(ToJson(*target));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(ToJson(*target), ToJson(*again));
}

TEST_F(TargetTest, WithArchKeepsTheRest) {
  auto target = Parse(R"({"kind": "cuda", "max_threads_per_block": 1024})");
  ASSERT_TRUE(target.ok());
  auto changed = WithArch(*target, "sm_80");
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(ToJson(*changed),
            R"({"arch":"sm_80","host":{"kind":"c"},"kind":"cuda","max_threads_per_block":1024})");
  EXPECT_FALSE((*target)->HasArch());
}

struct BadCase {
  const char* text;
  diag::Kind kind;
};

TEST_F(TargetTest, SaysWhatIsWrong) {
  const BadCase cases[] = {
      {"cudda", DK::UnknownTargetKind},
      {"nvidia/nothing", DK::BadTarget},
      {"{", DK::BadTarget},
      {"[1]", DK::UnknownTargetKind},
      {R"({"arch": "sm_90a"})", DK::BadTarget},
      {R"({"kind": "cuda", "arhc": "sm_90a"})", DK::UnknownTargetAttr},
      {R"({"kind": "cuda", "max_threads_per_block": "many"})", DK::BadTarget},
  };
  for (const BadCase& c : cases) {
    auto target = Parse(c.text);
    ASSERT_FALSE(target.ok()) << c.text;
    EXPECT_EQ(target.diagnostics().front().kind, c.kind) << c.text;
  }
}

}  // namespace
}  // namespace tirx::target
