// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/config/backend_config.h"

#include <gtest/gtest.h>

#include "backend/loader.h"

namespace tirx::cuda {
namespace {

class BackendConfigTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }
};

BackendConfig Must(std::string_view json) {
  auto config = ParseBackendConfig(json);
  EXPECT_TRUE(config.ok()) << json;
  return *config;
}

TEST_F(BackendConfigTest, DefaultsAreResolvedForATarget) {
  auto resolved = Resolve(*target::Parse("cuda:sm_100a"), BackendConfig());
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(
      ToJson(*resolved),
      R"({"cuda":{"arch":"sm_100a","compiler":"nvrtc","nvcc":["--use_fast_math"],"nvrtc":["--use_fast_math"],)"
      R"("ptxas":["-v","--warn-on-local-memory-usage","--register-usage-level=10"]}})");
}

TEST_F(BackendConfigTest, ListsReplaceAndEmptyListsClear) {
  BackendConfig base = Must(R"({"cuda": {"nvrtc": ["-a"], "ptxas": ["-v"], "arch": "sm_90a"}})");
  BackendConfig merged = Overlay(base, Must(R"({"cuda": {"nvrtc": [], "ptxas": ["-O0"]}})"));
  EXPECT_EQ(ToJson(merged), R"({"cuda":{"arch":"sm_90a","nvrtc":[],"ptxas":["-O0"]}})");
}

TEST_F(BackendConfigTest, CanonicalTextParsesBack) {
  std::string text = ToJson(Must(R"({ "cuda": {"ptxas": ["-O1"], "arch": "sm_80", "compiler": "nvcc"} })"));
  EXPECT_EQ(text, R"({"cuda":{"arch":"sm_80","compiler":"nvcc","ptxas":["-O1"]}})");
  EXPECT_EQ(ToJson(Must(text)), text);
  EXPECT_EQ(ToJson(Must("")), "{}");
  EXPECT_EQ(ToJson(Must("{}")), "{}");
}

TEST_F(BackendConfigTest, RefusesWhatItDoesNotKnow) {
  const char* cases[] = {
      R"({"cuda": {"unknown": 1}})",
      R"({"cuda": {"compiler": "clang"}})",
      R"({"cuda": {"arch": "compute_100"}})",
      R"({"cuda": {"arch": 100}})",
      R"({"cuda": {"nvrtc": "-O1"}})",
      R"({"cuda": {"nvcc": [1]}})",
      R"({"rocm": {}})",
      R"({"compiler": "nvcc"})",
      R"({"cuda": {"compiler": "nvrtc", "target_format": "fatbin"}})",
      R"({"cuda": [])",
      R"({"cuda": []})",
      R"({"cuda": {"nvcc": ["-arch"]}})",
  };
  for (const char* text : cases) EXPECT_FALSE(ParseBackendConfig(text).ok()) << text;
}

TEST_F(BackendConfigTest, NoArchitectureIsGuessed) {
  auto resolved = Resolve(*target::Parse("cuda"), BackendConfig());
  ASSERT_FALSE(resolved.ok());
  EXPECT_EQ(resolved.diagnostics().front().kind, DK::CudaArchNotGiven);
  EXPECT_NE(resolved.diagnostics().front().message.find("explicit"), std::string::npos);
}

}  // namespace
}  // namespace tirx::cuda
