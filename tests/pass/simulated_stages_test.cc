// SPDX-License-Identifier: Apache-2.0
// Kernels on the simulator after every pass of the GPU pipeline: all stages compute the same, bit by bit.
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/float_format.h"
#include "codegen/host_bytecode.h"
#include "driver/executable.h"
#include "driver/run_on_device.h"
#include "long_program.h"
#include "pass/pass_fixture.h"
#include "pass/pipelines.h"
#include "pass/random_kernel.h"
#include "script/script.h"

namespace tirx::pass {
namespace {

// Passes that make something that runs out of whatever stage there is.
constexpr std::string_view kFinish[] = {"annotate-entry", "split-host-device", "make-packed-api"};
bool Finishes(std::string_view pass) {
  return std::find(std::begin(kFinish), std::end(kFinish), pass) != std::end(kFinish);
}

// Host memory for the arguments of one call, the same for each stage.
class Arguments {
 public:
  explicit Arguments(const ir::Function& function) {
    for (const ir::Var& param : function->params) Add(param);
    for (size_t i = 0; i < memory_.size(); ++i) values_[i].data = memory_[i].data();
  }
  const std::vector<driver::CallArgument>& values() const { return values_; }
  const std::vector<std::vector<char>>& memory() const { return memory_; }

 private:
  void Add(const ir::Var& param) {
    driver::CallArgument argument;
    memory_.emplace_back();
    argument.dtype = param->dtype();
    argument.integer = 7;
    argument.number = 1.5;
    if (param.is_tensor()) {
      ir::TensorType type = param.tensor_type();
      argument.is_tensor = true;
      argument.dtype = type->dtype;
      int64_t elements = 1;
      for (const ir::Expr& extent : ir::ShapeOf(type)) {
        argument.shape.push_back(ir::ConstInt(extent).value_or(70));
        elements *= argument.shape.back();
      }
      Fill(argument.dtype, elements);
    }
    values_.push_back(argument);
  }
  void Fill(DType dtype, int64_t elements) {
    memory_.back().resize(size_t(elements * StorageBytes(dtype)));
    for (int64_t i = 0; i < elements; ++i) {
      float real = float((i * 37 + 11) % 101) / 16 - 3;
      auto number = int32_t((i * 53 + 5) % 97);
      void* at = memory_.back().data() + i * StorageBytes(dtype);
      if (dtype == Float(32)) std::memcpy(at, &real, 4);
      if (dtype == Int(32)) std::memcpy(at, &number, 4);
      if (auto format = FloatFormatOf(dtype)) {
        uint16_t bits = EncodeFloat(*format, real);
        std::memcpy(at, &bits, size_t(StorageBytes(dtype)));
      }
    }
  }

  std::vector<driver::CallArgument> values_;
  std::vector<std::vector<char>> memory_;
};

class SimulatedStages : public testing::Test {
 protected:
  SimulatedStages() { TestTarget(); }

  static ir::IRModule Read(const std::string& text) {
    auto module = script::ParseModule(SourceFile("k.py", text));
    if (module.ok()) return *module;
    ADD_FAILURE() << diag::Render(module.diagnostics()) << text;
    return ir::IRModule();
  }

  // What the function leaves in its arguments when it runs as lowered by `passes`.
  static std::vector<std::vector<char>> RunLowered(const ir::IRModule& module, const std::string& function,
                                                   std::vector<std::string_view> passes) {
    for (std::string_view pass : kFinish) passes.push_back(pass);
    return RunWhole(module, function, passes, TestContext());
  }
  static std::vector<std::vector<char>> RunWhole(const ir::IRModule& module, const std::string& function,
                                                 const std::vector<std::string_view>& passes,
                                                 const PassContext& context) {
    driver::Compiled compiled;
    compiled.executor = driver::Executor::Simulator;
    compiled.module = Lowered(passes, module, context);
    if (!compiled.module.defined()) return {};
    auto host = codegen::GenerateHostProgram(compiled.module);
    EXPECT_TRUE(host.ok());
    compiled.host = *host;
    auto executable = driver::MakeExecutable(compiled);
    if (!executable.ok()) {
      ADD_FAILURE() << diag::Render(executable.diagnostics());
      return {};
    }
    Arguments arguments(module.Find(function));
    auto status = driver::Call(*executable, function, arguments.values(), driver::RunDevice());
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : diag::Render(status.diagnostics()));
    return arguments.memory();
  }

  static void Check(const std::string& text, const std::string& function) {
    ir::IRModule module = Read(text);
    if (!module.defined()) return;
    std::vector<std::string_view> passes;
    auto first = RunLowered(module, function, {"bind-target"});
    for (std::string_view pass : GpuPipeline()) {
      if (Finishes(pass)) continue;
      passes.push_back(pass);
      // Before functions have targets nothing runs.
      if (std::find(passes.begin(), passes.end(), "bind-target") == passes.end()) continue;
      auto result = RunLowered(module, function, passes);
      ASSERT_TRUE(result == first) << "after " << pass << ":\n"
                                   << ir::Print(module) << ir::Print(Lowered(passes, module));
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << "after " << pass << ":\n" << text << ir::Print(Lowered(passes, module));
        return;
      }
    }
  }
};

TEST_F(SimulatedStages, RandomKernels) {
  const char* cases = std::getenv("TIRX_RANDOM_CASES");
  int count = cases ? std::atoi(cases) : kInstrumented ? 5 : 25;
  for (int seed = 0; seed < count && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Check(RandomKernel(uint32_t(seed) * 7919 + 1).Script(), "kernel");
  }
}

TEST_F(SimulatedStages, Examples) {
  for (auto [file, function] :
       {std::pair("saxpy", "saxpy"), std::pair("scale", "scale"), std::pair("softmax", "softmax"),
        std::pair("transpose", "transpose"), std::pair("private_helper", "activate"),
        std::pair("two_entries", "square_then_blur")}) {
    SCOPED_TRACE(file);
    std::ifstream stream(std::string(TIRX_SOURCE_DIR) + "/examples/" + file + ".py");
    std::stringstream text;
    text << stream.rdbuf();
    Check(text.str(), function);
  }
}

// The target decides what is legalised: one that computes with neither of these types, and has no name for
// the last.
TEST_F(SimulatedStages, LegalisedTypes) {
  ir::IRModule module = Read(R"(from tirx import script as T

@T.function
def mix(
    A: T.Tensor((64,), "bfloat16"),
    B: T.Tensor((64,), "float8_e4m3fn"),
    C: T.Tensor((64,), "float8_e5m2fnuz"),
    O: T.Tensor((64,), "bfloat16"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        x: T.float8_e4m3fn = B[i] * 0.3
        x += -B[i ^ 1]
        O[i] = A[i] * 1.7 + T.exp(A[i]) - T.cast(x, "bfloat16")
        c: T.float8_e5m2fnuz = C[i]
        T.gpu.sync()
        if x > 0.25:
            B[i] = T.max(x, B[i] / 3.0)
        C[i ^ 1] = T.Select(x < 1.0, c, T.float8_e5m2fnuz(0.1))
)");
  ASSERT_TRUE(module.defined());
  std::vector<std::string_view> passes{"bind-target", "simplify", "annotate-entry", "split-host-device"};
  PassContext context = ContextFor(CudaTarget("sm_75"));
  std::vector<std::vector<std::vector<char>>> results;
  for (std::vector<std::string_view> rest : {std::vector<std::string_view>{"make-packed-api"},
                                             {"legalize-compute", "make-packed-api"},
                                             {"legalize-compute", "make-packed-api", "legalize-storage"}}) {
    rest.insert(rest.begin(), passes.begin(), passes.end());
    results.push_back(RunWhole(module, "mix", rest, context));
    if (HasFailure()) return;
  }
  Arguments untouched(module.Find("mix"));
  EXPECT_NE(results[0], untouched.memory());
  EXPECT_EQ(results[1], results[0]);
  EXPECT_EQ(results[2], results[0]);
}

}  // namespace
}  // namespace tirx::pass
