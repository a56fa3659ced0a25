// SPDX-License-Identifier: Apache-2.0
// A backend that is not finished, and a device whose memory fails.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "backend/loader.h"
#include "codegen/generator.h"
#include "driver/compile.h"
#include "driver/executable.h"
#include "driver/run_on_device.h"
#include "ir/builder.h"
#include "pass/pipelines.h"
#include "runtime/device_api.h"

namespace tirx::driver {
namespace {

const target::TargetKindRow kKinds[] = {
    {.name = "unfinished", .device_type = kDLExtDev, .doc = "For this test."}};
const pass::PipelineRow kPipelines[] = {{.name = "unfinished", .passes = pass::GpuPipeline}};

// Y[i] = X[i] + 1 of four elements, on the device.
ir::IRModule Increment() {
  ir::Builder b;
  ir::Var x = b.Param("X", ir::MakeTensorType(Float(32), {ir::Int32(4)}));
  ir::Var y = b.Param("Y", ir::MakeTensorType(Float(32), {ir::Int32(4)}));
  b.DeviceEntry({ir::Int32(1)}, {ir::Int32(1)}, [&] {
    b.For("i", ir::Int32(0), ir::Int32(4),
          [&](const ir::Var& i) { b.Store(y, {i}, b.Load(x, {i}) + ir::MakeFloat(Float(32), 1.0)); });
  });
  return ir::IRModule({b.Finish("increment")});
}

TEST(FailingParts, ABackendWithoutAGenerator) {
  backend::LoadAtStart();
  backend::Backend unfinished{"unfinished",
                              [](backend::Registrar& r) {
                                r.Add(kKinds);
                                r.Add(kPipelines);
                              },
                              ""};
  ASSERT_TRUE(backend::Load(unfinished, "this test").ok());
  CompileOptions options;
  options.target = target::Target("unfinished", {}, target::Target("c", {}, target::Target()));
  EXPECT_TRUE(Lower(Increment(), options).ok());
  auto source = Generate(Increment(), options);
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.diagnostics().front().kind, DK::NoGenerator);
}

// Host memory that counts what is done, and fails at one step.
class FailingMemory : public runtime::DeviceApi {
 public:
  std::string Name() const override { return "failing"; }
  int Count() override { return 1; }
  std::string WhyAbsent() override { return ""; }
  std::string DeviceName(int) override { return "failing"; }
  std::string Architecture(int) override { return "none"; }
  runtime::RuntimeStatus Allocate(int, size_t bytes, void** data) override {
    runtime::RuntimeStatus status = Step("allocate");
    if (status.ok()) *data = std::malloc(bytes);
    return status;
  }
  runtime::RuntimeStatus Free(int, void* data) override {
    std::free(data);
    ++freed;
    return {};
  }
  runtime::RuntimeStatus Copy(int, void* to, const void* from, size_t bytes, TVMFFIStreamHandle) override {
    std::memcpy(to, from, bytes);
    return Step("copy");
  }
  runtime::RuntimeStatus Synchronize(int, TVMFFIStreamHandle) override { return Step("synchronize"); }

  int steps = 0, fails_at = 0, freed = 0;

 private:
  runtime::RuntimeStatus Step(const std::string& what) {
    if (++steps != fails_at) return {};
    return runtime::RuntimeStatus::Error(runtime::kRuntimeError, what + " failed");
  }
};

FailingMemory* Memory() {
  static FailingMemory memory;
  return &memory;
}

class FailingDevice : public testing::Test {
 protected:
  void SetUp() override {
    backend::LoadAtStart();
    runtime::RegisterDeviceApi(kDLCPU, [] { return static_cast<runtime::DeviceApi*>(Memory()); });
    *Memory() = FailingMemory();
  }
  void TearDown() override { runtime::RegisterCpuDeviceApi(); }

  // The result of a call on it, from X = 1, 1, 1, 1.
  Result<Any> Run(float* y) {
    CompileOptions options;
    options.target = target::Target("c", {}, target::Target());
    options.executor = Executor::Simulator;
    TIRX_TRY(Compiled compiled, Compile(Increment(), options));
    TIRX_TRY(ffi::Module executable, MakeExecutable(compiled));
    float x[4] = {1, 1, 1, 1};
    RunDevice device;
    device.found = true;
    device.type = kDLCPU;
    std::vector<CallArgument> arguments{{true, Float(32), x, {4}}, {true, Float(32), y, {4}}};
    return Call(executable, "increment", arguments, device);
  }
};

TEST_F(FailingDevice, EachStepIsReportedAndNothingLeaks) {
  // Two of allocate, copy in; two of copy out; the wait.
  const char* steps[] = {"allocate", "copy", "allocate", "copy", "copy", "copy", "synchronize"};
  for (int fails_at = 1; fails_at <= 7; ++fails_at) {
    *Memory() = FailingMemory();
    Memory()->fails_at = fails_at;
    float y[4] = {};
    auto result = Run(y);
    ASSERT_FALSE(result.ok()) << fails_at;
    EXPECT_EQ(result.diagnostics().front().kind, DK::DeviceProblem);
    EXPECT_EQ(result.diagnostics().front().message,
              "device: " + std::string(steps[fails_at - 1]) + " failed");
  }
  *Memory() = FailingMemory();
  float y[4] = {};
  ASSERT_TRUE(Run(y).ok());
  EXPECT_EQ(y[3], 2);
  EXPECT_EQ(Memory()->steps, 7);
  EXPECT_EQ(Memory()->freed, 2);
}

}  // namespace
}  // namespace tirx::driver
