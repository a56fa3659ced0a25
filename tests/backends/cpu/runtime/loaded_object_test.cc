// SPDX-License-Identifier: Apache-2.0
// Objects as the runtime loads them: what they must be, and what it says of others.
#include "backends/cpu/runtime/loaded_object.h"

#include <gtest/gtest.h>

#include "backends/cpu/runtime/processor.h"
#include "backends/cpu/toolchain/compile.h"
#include "diag/render.h"

namespace tirx::cpu {
namespace {

runtime::DevicePayload Payload(const std::string& text) {
  codegen::DeviceSource source;
  source.text = text;
  auto binary = Build({source, "{}"});
  runtime::DevicePayload payload;
  if (!binary.ok()) ADD_FAILURE() << diag::Render(binary.diagnostics());
  payload.format = "so";
  if (binary.ok()) payload.image = binary->image;
  payload.kernels.push_back({"k", {Handle()}, {"blockIdx.x", "threadIdx.x"}, {0}});
  return payload;
}

const std::string kKernel =
    "void tirx_call_k(const unsigned long long* cells, int begin, int end) {\n"
    "  for (int i = begin; i < end; ++i) ((int*)cells[0])[i] += i;\n"
    "}\n";

std::string LoadError(const runtime::DevicePayload& payload) {
  std::unique_ptr<LoadedObject> object;
  auto status = LoadedObject::Load(payload, &object);
  EXPECT_EQ(object == nullptr, !status.ok());
  return status.message;
}

TEST(LoadedObject, EachIterationRunsOnce) {
  for (const char* threads : {"1", "3", "64"}) {
    std::unique_ptr<LoadedObject> object;
    auto payload = Payload(kKernel + "const int tirx_threads = " + threads + ";\n");
    ASSERT_TRUE(LoadedObject::Load(payload, &object).ok());
    for (int64_t iterations : {1, 2, 7, 1000}) {
      std::vector<int> values(size_t(iterations), 5);
      uint64_t cell = reinterpret_cast<uint64_t>(values.data());
      ASSERT_TRUE(object->Run(0, &cell, iterations).ok());
      for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], 5 + int(i));
    }
  }
}

TEST(LoadedObject, TwoAtOnceAreDifferent) {
  std::unique_ptr<LoadedObject> one, two;
  ASSERT_TRUE(LoadedObject::Load(Payload(kKernel), &one).ok());
  std::string negative = kKernel;
  negative.replace(negative.find("+="), 2, "-=");
  ASSERT_TRUE(LoadedObject::Load(Payload(negative), &two).ok());
  int values[3] = {0, 0, 0};
  uint64_t cell = reinterpret_cast<uint64_t>(values);
  ASSERT_TRUE(one->Run(0, &cell, 3).ok());
  ASSERT_TRUE(one->Run(0, &cell, 3).ok());
  ASSERT_TRUE(two->Run(0, &cell, 3).ok());
  EXPECT_EQ(values[2], 2);
}

TEST(LoadedObject, AFailureIsThatOfTheFirstIterations) {
  std::string text =
      "__attribute__((noreturn)) void (*tirx_fail)(const char*, ...);\n"
      "void tirx_call_k(const unsigned long long* cells, int begin, int end) {\n"
      "  for (int i = begin; i < end; ++i) if (i >= 10) tirx_fail(\"%d of %s\\n\", i, \"many\");\n"
      "}\n";
  std::unique_ptr<LoadedObject> object;
  ASSERT_TRUE(LoadedObject::Load(Payload(text), &object).ok());
  auto status = object->Run(0, nullptr, 100);
  EXPECT_EQ(status.message, "10 of many");
  EXPECT_STREQ(status.kind, "RuntimeError");
  EXPECT_TRUE(object->Run(0, nullptr, 10).ok());
}

TEST(LoadedObject, SaysWhatIsWrong) {
  runtime::DevicePayload broken = Payload(kKernel);
  broken.image.resize(100);
  EXPECT_NE(LoadError(broken).find("the compiled kernels cannot be loaded: "), std::string::npos);
  EXPECT_NE(LoadError(Payload("int nothing;\n")).find("no kernel `k`"), std::string::npos);
  std::string needs = LoadError(Payload(kKernel + "const char tirx_needs[] = \"x86-64-v9\";\n"));
  EXPECT_NE(needs.find("they were compiled for x86-64-v9, and this processor is "), std::string::npos)
      << needs;
}

TEST(Processor, LevelsContainOneAnother) {
  std::string_view level = ProcessorLevel();
  if (level.empty()) GTEST_SKIP() << "no x86-64";
  EXPECT_TRUE(HasLevel(level));
  EXPECT_TRUE(HasLevel("x86-64"));
  EXPECT_FALSE(HasLevel("x86-64-v9"));
  setenv("TIRX_NUM_THREADS", "3", 1);
  EXPECT_EQ(ProcessorThreads(), 3);
  setenv("TIRX_NUM_THREADS", "nonsense", 1);
  EXPECT_GE(ProcessorThreads(), 1);
  unsetenv("TIRX_NUM_THREADS");
}

}  // namespace
}  // namespace tirx::cpu
