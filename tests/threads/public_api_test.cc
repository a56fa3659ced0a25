// SPDX-License-Identifier: Apache-2.0
// The public API from many threads at once: parsing, compiling, saving, exporting, loading and calling, with
// objects of their own and with shared ones. What a race would do here, ThreadSanitizer reports
// (tools/run/sanitize.sh thread).
#include <gtest/gtest.h>
#include <tvm/ffi/container/tensor.h>
#include <unistd.h>

#include <cstdio>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "tirx/tirx.h"

namespace tirx {
namespace {

constexpr int kThreads = 8;
constexpr int64_t kLength = 1000;

// Runs work(0) ... work(kThreads - 1) at once; what one throws fails the test.
template <class Work>
void OnManyThreads(Work work) {
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      try {
        work(i);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
}

std::string SaxpyText() {
  return R"(
from tirx import script as T


@T.function
def saxpy(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), a: T.float32):
    n = X.shape[0]
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, 128), block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        if i < n:
            Y[i] = a * X[i] + Y[i]
)";
}

// For targets of loops, which run on this machine.
std::string SaxpyInLoops() {
  return R"(
from tirx import script as T


@T.function
def saxpy(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), a: T.float32):
    for i in T.parallel(X.shape[0]):
        Y[i] = a * X[i] + Y[i]
)";
}

CompileOptions ForTheSimulator() {
  CompileOptions options;
  options.executor = Executor::Simulator;
  return options;
}

// Calls the kernel on tensors of its own and says whether the result is right.
bool SaxpyWorks(const tvm::ffi::Function& saxpy, float factor) {
  std::vector<float> x(kLength, 2.0f), y(kLength, 1.0f);
  int64_t shape[] = {kLength};
  DLTensor dx{x.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  DLTensor dy{y.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  saxpy(&dx, &dy, factor);
  return y == std::vector<float>(kLength, 2.0f * factor + 1.0f);
}

TEST(ManyThreads, CompileScriptsOfTheirOwn) {
  OnManyThreads([](int i) {
    Script script = Script::Parse(SaxpyText(), "script_" + std::to_string(i));
    Executable compiled = Compile(script, ForTheSimulator());
    EXPECT_TRUE(SaxpyWorks(compiled.Get("saxpy"), float(i)));
  });
}

TEST(ManyThreads, CompileOneScript) {
  const Script script = Script::Parse(SaxpyText());
  OnManyThreads([&](int i) {
    EXPECT_EQ(Script::Parse(script.ToString()).ToString(), script.ToString());
    EXPECT_TRUE(SaxpyWorks(Compile(script, ForTheSimulator()).Get("saxpy"), float(i)));
    CompileOptions options;
    options.arch = i % 2 ? "sm_80" : "sm_90a";
    EXPECT_NE(GenerateSource(script, options).find("saxpy"), std::string::npos);
  });
}

TEST(ManyThreads, CallOneExecutable) {
  const tvm::ffi::Function saxpy = Compile(Script::Parse(SaxpyText()), ForTheSimulator()).Get("saxpy");
  OnManyThreads([&](int i) {
    for (int repeat = 0; repeat < 5; ++repeat) EXPECT_TRUE(SaxpyWorks(saxpy, float(i)));
  });
}

TEST(ManyThreads, SeeTheirOwnErrors) {
  const tvm::ffi::Function saxpy = Compile(Script::Parse(SaxpyText()), ForTheSimulator()).Get("saxpy");
  OnManyThreads([&](int i) {
    try {
      Script::Parse(SaxpyText() + "            Y[i] = mistake_" + std::to_string(i) + "\n");
      ADD_FAILURE() << "the mistake went unseen";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("mistake_" + std::to_string(i)), std::string::npos);
    }
    std::vector<float> x(kLength);
    int64_t shape[] = {i + 1}, other[] = {i + 2};
    DLTensor dx{x.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
    DLTensor dy{x.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, other, nullptr, 0};
    try {
      saxpy(&dx, &dy, 1.0);
      ADD_FAILURE() << "the wrong shape went unseen";
    } catch (const tvm::ffi::Error& error) {
      EXPECT_NE(error.message().find(std::to_string(i + 2)), std::string::npos) << error.message();
    }
  });
}

// With whatever device compiler is here; without one every thread gets the same error.
TEST(ManyThreads, BuildSaveAndLoadDeviceCode) {
  const Script script = Script::Parse(SaxpyText());
  CompileOptions options;
  options.arch = "sm_90a";
  std::string problem;
  try {
    Compile(script, options);
  } catch (const Error& error) {
    problem = error.diagnostics().at(0).kind;
  }
  OnManyThreads([&](int i) {
    const std::string path = ::testing::TempDir() + "threads-" + std::to_string(getpid()) + "-" +
                             std::to_string(problem.empty() ? 0 : i);
    try {
      Compile(script, options).Save(path);  // all to one file, which is always a whole one
      EXPECT_EQ(Executable::Load(path).kernels().at(0).name, "saxpy_kernel");
    } catch (const Error& error) {
      EXPECT_EQ(error.diagnostics().at(0).kind, problem) << error.what();
    }
  });
  std::remove((::testing::TempDir() + "threads-" + std::to_string(getpid()) + "-0").c_str());
}

// ThreadSanitizer must see what orders threads in the libraries, too.
ExportOptions ForThisBuild() {
  ExportOptions options;
#if defined(__has_feature)  // clang
#if __has_feature(thread_sanitizer)
  options.compiler = "clang";
  options.compiler_options = {"-fsanitize=thread"};
#endif
#endif
  return options;
}

// Half of the threads have libraries of their own, the others share one.
TEST(ManyThreads, ExportLoadAndCallLibraries) {
  CompileOptions options;
  options.target = "cpu";
  const Executable compiled = Compile(Script::Parse(SaxpyInLoops()), options);
  auto exported = [&](int i) {
    const std::string path =
        ::testing::TempDir() + "threads-" + std::to_string(getpid()) + "-" + std::to_string(i) + ".so";
    compiled.ExportLibrary(path, ForThisBuild());
    const tvm::ffi::Module library = LoadModule(path);
    std::remove(path.c_str());
    return library;
  };
  const tvm::ffi::Module shared = exported(kThreads);
  OnManyThreads([&](int i) {
    const tvm::ffi::Module library = i % 2 != 0 ? exported(i) : shared;
    for (int repeat = 0; repeat < 5; ++repeat)
      EXPECT_TRUE(SaxpyWorks(*library->GetFunction("saxpy"), float(i)));
  });
}

}  // namespace
}  // namespace tirx
