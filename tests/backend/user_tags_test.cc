// SPDX-License-Identifier: Apache-2.0
#include "backend/user_tags.h"

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "target/target.h"

namespace tirx::backend {
namespace {

TEST(UserTags, ATagIsATargetByName) {
  LoadAtStart();
  const char* json = R"({"kind":"cuda","arch":"sm_80","backend_config":{"cuda":{"nvrtc":[]}}})";
  ASSERT_TRUE(RegisterTag("local/one", json).ok());
  auto target = target::Parse("local/one");
  ASSERT_TRUE(target.ok());
  auto by_key = target::Parse(R"({"tag":"local/one"})"), exported = target::Parse(target::ToJson(*target));
  EXPECT_EQ(target::ToJson(*by_key), target::ToJson(*target));
  EXPECT_EQ(target::ToJson(*exported), target::ToJson(*target));
  EXPECT_NE(target::ToJson(*target).find(R"("backend_config":{"cuda":{"nvrtc":[]}})"), std::string::npos);
}

TEST(UserTags, ANameIsReplacedOnlyWhenAsked) {
  LoadAtStart();
  ASSERT_TRUE(RegisterTag("local/two", "cuda:sm_80").ok());
  EXPECT_EQ(RegisterTag("local/two", "cuda:sm_90").diagnostics().at(0).kind, DK::BadTarget);
  EXPECT_EQ((*target::Parse("local/two"))->arch(), "sm_80");
  ASSERT_TRUE(RegisterTag("local/two", "cuda:sm_90", true).ok());
  EXPECT_EQ((*target::Parse("local/two"))->arch(), "sm_90");
}

TEST(UserTags, WhatIsNoTargetIsRefused) {
  LoadAtStart();
  EXPECT_FALSE(RegisterTag("local/three", "cudda").ok());
  EXPECT_FALSE(RegisterTag("noslash", "cuda:sm_80").ok());
  EXPECT_FALSE(target::Parse("local/three").ok());
}

}  // namespace
}  // namespace tirx::backend
