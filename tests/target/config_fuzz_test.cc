// SPDX-License-Identifier: Apache-2.0
// A bounded, deterministic run of fuzz/config_fuzz.cc: configurations with bytes changed, removed and
// repeated.
#include "fuzz/config_fuzz.cc"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tirx::target {
namespace {

constexpr const char* kSamples[] = {
    R"({"cuda":{"arch":"sm_90a","compiler":"nvcc","target_format":"ptx","nvcc":["-O1"],"nvrtc":[],"ptxas":["-v"]}})",
    R"({"cuda":{"nvrtc":["--ftz=false","-I/a\u00e4\"b","-DX=\\"]}})",
    R"({"cuda":{},"rocm":{},"cuda":[[[{"a":1e9}]]]})",
    "[[{{\"\\ud800\"",
};

std::string Mutate(std::string text, std::mt19937* random) {
  int changes = 1 + int((*random)() % 4);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    size_t at = (*random)() % text.size();
    switch ((*random)() % 4) {
      case 0:
        text[at] = char((*random)());
        break;
      case 1:
        text.erase(at, 1 + (*random)() % 6);
        break;
      case 2:
        text.insert(at, text.substr(at, (*random)() % 24));
        break;
      default:
        text[at] = "{}[]\",:\\0-n"[(*random)() % 11];
        break;
    }
  }
  return text;
}

TEST(ConfigFuzz, DamagedTextNeverCrashes) {
  LLVMFuzzerInitialize(nullptr, nullptr);
  std::mt19937 random(7);
  int read = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = Mutate(kSamples[size_t(round) % std::size(kSamples)], &random);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    read += ParseBackendConfig(text).ok();
  }
  EXPECT_GT(read, 100) << "most inputs should be near legal ones";
}

}  // namespace
}  // namespace tirx::target
