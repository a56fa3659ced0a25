// SPDX-License-Identifier: Apache-2.0
// Passes from C++: which there are, in order, one by one, observed, switched off.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tirx/tirx.h"

namespace tirx {
namespace {

const Script& Kernel() {
  static const Script script = Script::Parse(R"(from tirx import script as T

@T.function
def f(A: T.Tensor((64, 8), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        for k in T.unroll(8):
            A[i, k] = A[i, k] * T.float32(2 + 3)
)");
  return script;
}

std::string KindOfError(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.diagnostics().at(0).kind;
  }
  return "";
}

size_t Stores(const std::string& text) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find("] = A", at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST(PublicTransform, ListsPassesAndPipelines) {
  std::vector<PassInfo> passes = Passes();
  EXPECT_GT(passes.size(), 20u);
  for (const char* name : {"cuda", "simulator"}) {
    for (const std::string& pass : Pipeline(name)) {
      auto is_it = [&](const PassInfo& info) { return info.name == pass && info.doc.back() == '.'; };
      EXPECT_EQ(std::count_if(passes.begin(), passes.end(), is_it), 1) << pass;
    }
  }
  EXPECT_EQ(KindOfError([] { Pipeline("cud"); }), "UnknownTargetKind");
}

TEST(PublicTransform, StepByStepIsWhatCompileDoes) {
  PassTimer timer;
  PassContext context{.target = "cuda", .arch = "sm_90a", .verify = true, .instruments = {&timer}};
  std::string whole = RunPasses(Kernel(), Pipeline("cuda"), context).ToString();
  EXPECT_EQ(timer.rows().size(), Pipeline("cuda").size());
  Script stepwise = Kernel();
  for (const std::string& pass : Pipeline("cuda")) stepwise = RunPasses(stepwise, {pass}, context);
  EXPECT_EQ(stepwise.ToString(), whole);

  struct Last : PassInstrument {
    void AfterPass(const std::string&, const Script& script) override { text = script.ToString(); }
    std::string text;
  } last;
  GenerateSource(Kernel(), {.arch = "sm_90a", .instruments = {&last}, .verify = true});
  EXPECT_EQ(last.text, whole);
}

TEST(PublicTransform, OptionsReachThePasses) {
  auto stores = [](PassOptions options) {
    return Stores(GenerateSource(Kernel(), {.arch = "sm_90a", .pass_options = std::move(options)}));
  };
  EXPECT_EQ(stores({}), 8u);
  EXPECT_EQ(stores({{"unroll-loops.max_statements", "7"}}), 1u);
  EXPECT_EQ(stores({{"unroll-loops", "off"}}), 1u);
  EXPECT_EQ(KindOfError([&] { stores({{"flatten-tensors", "off"}}); }), "PassNotSkippable");
  EXPECT_EQ(KindOfError([&] { stores({{"unroll-loops.most", "7"}}); }), "BadPassOption");
  EXPECT_EQ(KindOfError([&] { stores({{"unroll-loops.max_statements", "-1"}}); }), "BadPassOption");
  EXPECT_EQ(KindOfError([] { RunPasses(Kernel(), {"no-such-pass"}); }), "UnknownPass");
  EXPECT_EQ(KindOfError([] { RunPasses(Kernel(), {"bind-target"}); }), "BadArgument");
}

}  // namespace
}  // namespace tirx
