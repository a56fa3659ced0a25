// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/config/backend_config.h"

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "base/canonical_json.h"
#include "target/prepare_target.h"
#include "tirx/tirx.h"

namespace tirx::cuda {
namespace {

using target::BackendConfigs;

class BackendConfigTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }
};

BackendConfigs Must(std::string_view json) {
  auto config = target::ParseBackendConfig(json);
  EXPECT_TRUE(config.ok()) << json;
  return config.ok() ? *config : BackendConfigs();
}

std::string Bound(std::string_view target_text, std::string_view json = "") {
  target::Target target = *target::Parse(target_text);
  auto bound = target::BindConfig(target, target::PartFor(target, Must(json)), true);
  return bound.ok() ? bound->config : std::string(diag::KindName(bound.diagnostics()[0].kind));
}

TEST_F(BackendConfigTest, DefaultsAreBoundForATarget) {
  EXPECT_EQ(
      Bound("cuda:sm_100a"),
      R"({"cuda":{"arch":"sm_100a","compiler":"nvrtc","nvcc":["--use_fast_math"],"nvrtc":["--use_fast_math"],)"
      R"("ptxas":["-v","--warn-on-local-memory-usage","--register-usage-level=10"]}})");
}

TEST_F(BackendConfigTest, TheTargetStandsBetweenDefaultsAndTheCall) {
  const char* target =
      R"({"kind":"cuda","arch":"sm_80","backend_config":{"cuda":{"compiler":"nvcc","nvcc":["-O1"],"ptxas":[]}}})";
  EXPECT_EQ(
      Bound(target, R"({"cuda":{"nvcc":[],"arch":"sm_90a"}})"),
      R"({"cuda":{"arch":"sm_90a","compiler":"nvcc","nvcc":[],"nvrtc":["--use_fast_math"],"ptxas":[]}})");
}

TEST_F(BackendConfigTest, TheBoundTargetHasTheArchitecture) {
  target::Target target = *target::Parse("cuda");
  auto bound = target::BindConfig(target, {{"arch", String("sm_90a")}}, true);
  ASSERT_TRUE(bound.ok());
  EXPECT_EQ(bound->target->arch(), "sm_90a");
  EXPECT_FALSE(target->HasArch());
}

TEST_F(BackendConfigTest, ListsReplaceAndEmptyListsClear) {
  BackendConfigs base = Must(R"({"cuda": {"nvrtc": ["-a"], "ptxas": ["-v"], "arch": "sm_90a"}})");
  BackendConfigs merged =
      target::MergeBackendConfigs(base, Must(R"({"cuda": {"nvrtc": [], "ptxas": ["-O0"]}})"));
  EXPECT_EQ(target::BackendConfigJson(merged), R"({"cuda":{"arch":"sm_90a","nvrtc":[],"ptxas":["-O0"]}})");
  EXPECT_EQ(target::BackendConfigJson(base), R"({"cuda":{"arch":"sm_90a","nvrtc":["-a"],"ptxas":["-v"]}})");
}

TEST_F(BackendConfigTest, CanonicalTextParsesBack) {
  std::string text = target::BackendConfigJson(
      Must(R"({ "cuda": {"ptxas": ["-O1"], "arch": "sm_80", "compiler": "nvcc"} })"));
  EXPECT_EQ(text, R"({"cuda":{"arch":"sm_80","compiler":"nvcc","ptxas":["-O1"]}})");
  EXPECT_EQ(target::BackendConfigJson(Must(text)), text);
  EXPECT_EQ(target::BackendConfigJson(Must("")), "{}");
  EXPECT_EQ(target::BackendConfigJson(Must("{}")), "{}");
}

struct BadCase {
  const char* json;
  diag::Kind kind;
};

TEST_F(BackendConfigTest, RefusesWhatItDoesNotKnow) {
  const BadCase cases[] = {
      {R"({"cuda": {"unknown": 1}})", DK::BadBackendConfig},
      {R"({"cuda": {"compiler": "clang"}})", DK::BadBackendConfig},
      {R"({"cuda": {"arch": "compute_100"}})", DK::BadBackendConfig},
      {R"({"cuda": {"arch": 100}})", DK::BadBackendConfigType},
      {R"({"cuda": {"nvrtc": "-O1"}})", DK::BadBackendConfigType},
      {R"({"cuda": {"nvcc": [1]}})", DK::BadBackendConfigType},
      {R"({"rocm": {}})", DK::BadBackendConfig},
      {R"({"null": {}})", DK::BadBackendConfig},
      {R"({"compiler": "nvcc"})", DK::BadBackendConfig},
      {R"({"cuda": {"compiler": "nvrtc", "target_format": "fatbin"}})", DK::BadBackendConfig},
      {R"({"cuda": [])", DK::BadBackendConfig},
      {R"({"cuda": []})", DK::BadBackendConfigType},
      {R"({"cuda": null})", DK::BadBackendConfigType},
      {"[]", DK::BadBackendConfigType},
      {R"({"cuda": {"nvcc": ["-arch"]}})", DK::CudaManagedOption},
  };
  for (const BadCase& one : cases) {
    auto config = target::ParseBackendConfig(one.json);
    ASSERT_FALSE(config.ok()) << one.json;
    EXPECT_EQ(config.diagnostics().front().kind, one.kind) << one.json;
  }
  EXPECT_FALSE(target::ParseBackendConfig(std::string(100000, '[')).ok()) << "must not exhaust the stack";
}

TEST_F(BackendConfigTest, KeysThatExcludeEachOtherAreFoundWhenBound) {
  EXPECT_EQ(Bound("cuda:sm_80", R"({"cuda":{"target_format":"fatbin"}})"), "BadBackendConfig");
}

TEST_F(BackendConfigTest, NoArchitectureIsGuessed) {
  auto bound = target::BindConfig(*target::Parse("cuda"), {}, true, ", since it rains");
  ASSERT_FALSE(bound.ok());
  EXPECT_EQ(bound.diagnostics().front().kind, DK::ArchNotGiven);
  EXPECT_NE(bound.diagnostics().front().message.find("explicit"), std::string::npos);
  EXPECT_NE(bound.diagnostics().front().message.find("since it rains"), std::string::npos);
  EXPECT_TRUE(target::BindConfig(*target::Parse("cuda"), {}, false).ok()) << "the simulator needs none";
}

TEST_F(BackendConfigTest, ATargetRefusesTheConfigurationOfAnotherBackend) {
  for (const char* text :
       {R"({"kind":"null","backend_config":{"cuda":{}}})", R"({"kind":"c","backend_config":{"cuda":{}}})",
        R"({"kind":"cuda","backend_config":{"arch":"sm_80"}})"}) {
    EXPECT_FALSE(target::Parse(text).ok()) << text;
  }
}

TEST_F(BackendConfigTest, PreparingATargetFindsItsArchitecture) {
  auto prepare = [](const char* target, const char* json) {
    auto prepared =
        target::PrepareTarget(*target ? *target::Parse(target) : target::Target(), Must(json), {});
    if (!prepared.ok()) return std::string(diag::KindName(prepared.diagnostics()[0].kind));
    return prepared->defined() ? (*prepared)->arch() : std::string("undefined");
  };
  EXPECT_EQ(prepare("cuda", R"({"cuda":{"arch":"sm_100a"}})"), "sm_100a");
  EXPECT_EQ(prepare("", R"({"cuda":{"arch":"sm_100a"}})"), "sm_100a");
  EXPECT_EQ(prepare("", ""), "undefined");
  EXPECT_EQ(prepare("cuda:sm_90", R"({"cuda":{"arch":"sm_90"}})"), "sm_90");
  EXPECT_EQ(prepare("cuda:sm_90", R"({"cuda":{"arch":"sm_100a"}})"), "ArchConflict");
  EXPECT_EQ(prepare("null", R"({"cuda":{}})"), "BadBackendConfig");
}

TEST_F(BackendConfigTest, ThePublicStructIsTheSameMapping) {
  CompileOptions options{.backend_config = BackendConfig{.arch = "sm_90a", .nvrtc = {{"--ftz=false"}}}};
  EXPECT_EQ(options.backend_config, R"({"cuda":{"arch":"sm_90a","nvrtc":["--ftz=false"]}})");
  EXPECT_EQ(BackendConfig{.ptxas = std::vector<std::string>()}.ToJson(), R"({"cuda":{"ptxas":[]}})");
}

TEST_F(BackendConfigTest, FormatsFollowTheCompilerAndNvshmem) {
  BackendConfig config{.arch = "sm_80", .compiler = "nvcc", .nvcc = {{}}, .nvrtc = {{}}, .ptxas = {{}}};
  EXPECT_EQ(RequestFor("", config)->format, Format::kFatbin);
  EXPECT_EQ(RequestFor("#include <nvshmem.h>", config)->format, Format::kCubin);
  EXPECT_EQ(RequestFor("#include <nvshmemx.h>", config)->format, Format::kCubin);
  config.target_format = "ptx";
  EXPECT_EQ(RequestFor("", config)->format, Format::kPtx);
  EXPECT_EQ(RequestFor("#include <nvshmem.h>", config).diagnostics().at(0).kind, DK::CudaFormatUnsupported);
  config.target_format.reset();
  config.compiler = "nvrtc";
  EXPECT_EQ(RequestFor("", config)->format, Format::kCubin);
}

struct FtzCase {
  std::vector<std::string> options;
  bool ftz;
};

TEST_F(BackendConfigTest, FlushingFollowsTheOptions) {
  const FtzCase cases[] = {
      {{}, false},
      {{"--use_fast_math"}, true},
      {{"-use_fast_math"}, true},
      {{"--use_fast_math", "--ftz=false"}, false},
      {{"--ftz=false", "--use_fast_math"}, false},
      {{"-ftz=true"}, true},
      {{"--ftz", "true"}, true},
      {{"--ftz=false", "--ftz=true"}, true},
  };
  for (const FtzCase& one : cases) {
    BackendConfig nvrtc{.compiler = "nvrtc", .nvrtc = one.options};
    BackendConfig nvcc{.compiler = "nvcc", .nvcc = one.options, .nvrtc = {{"--ftz=true"}}};
    EXPECT_EQ(NumericModeOf(nvrtc).ftz, one.ftz);
    EXPECT_EQ(NumericModeOf(nvcc).ftz, one.ftz);
  }
}

}  // namespace
}  // namespace tirx::cuda
