// SPDX-License-Identifier: Apache-2.0
// Building kernels from C++: what is built is what the script says, and mistakes are thrown where they are
// made.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tirx/tirx.h"

namespace tirx {
namespace {

std::string ErrorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.diagnostics().at(0).kind + ": " + error.diagnostics().at(0).message;
  }
  return "";
}

TEST(PublicBuilder, BuildsWhatTheScriptSays) {
  FunctionBuilder f("kernel");
  Tensor a = f.TensorParam("A", "float32", {"n", 4}, 16), b = f.TensorParam("B", "int32", {"n"});
  Value s = f.ScalarParam("s", "int32");
  f.DeviceEntry({.grid = {CeilDiv(b.extent(0), 32), 2}, .block = {32}}, [&] {
    Value i = f.Bind("i", BlockIdx("x") * 32 + ThreadIdx("x"));
    f.If(
        And(i < b.extent(0), s != 3),
        [&] {
          Tensor sum = f.Cell("sum", "float32", 0.0), part = f.Alloc("part", "float32", {4}, "local");
          f.For(
              "k", 0, 4, [&](Value k) { f.Store(part, {k}, a(i, k) / 2.0); }, LoopKind::Unrolled);
          f.For(
              "k", s, 10, [&](Value k) { f.Store(sum, {0}, Max(sum(0), part(k % 4))); }, LoopKind::Serial, 3);
          f.While(sum(0) > 8, [&] {
            f.Store(sum, {0}, sum(0) - 1.5);
            f.If(Not(sum(0) < 100), [&] { f.Break(); });
          });
          f.Store(a, {i, 0}, Select(sum(0) > 1.0, Call("exp", {sum(0)}), -sum(0)));
        },
        [&] { f.Store(b, {i}, (b(i) << 2 | 1) + Cast(a(i, 3), "int32")); });
    f.Evaluate(Call("gpu.atomic_add", {b(0), 1}));
    f.Assert(s >= 0, "s is negative");
  });
  Script built = f.Finish();
  EXPECT_EQ(built.ToString(), R"(from tirx import script as T
from tirx.script import ir as I


@I.ir_module
class Module:
    @T.function
    def kernel(
        A: T.Tensor(("n", 4), "float32", align=16), B: T.Tensor(("n",), "int32"), s: T.int32
    ):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=((n + 31) // 32, 2), block=32)):
            i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
            if T.cast(i, "int64") < n and s != 3:
                sum: T.float32 = 0.0
                part = T.alloc_local((4,), "float32")
                for k in T.unroll(4):
                    part[k] = A[i, k] / 2.0
                for k in range(s, 10, 3):
                    sum = T.max(sum, part[k % 4])
                while sum > 8.0:
                    sum = sum - 1.5
                    if not sum < 100.0:
                        break
                A[i, 0] = T.Select(sum > 1.0, T.exp(sum), -sum)
            else:
                B[i] = (B[i] << 2 | 1) + T.cast(A[i, 3], "int32")
            T.gpu.atomic_add(B[0], 1)
            assert s >= 0, ("AssertionError", ["s is negative"])
)");
  EXPECT_EQ(Script::Parse(built.ToString()).ToString(), built.ToString());
  EXPECT_EQ(Script::FromJson(built.ToJson()).ToJson(), built.ToJson());
}

TEST(PublicBuilder, MistakesAreThrown) {
  FunctionBuilder f("kernel");
  Tensor a = f.TensorParam("A", "float32", {"n"});
  Value s = f.ScalarParam("s", "int32");
  EXPECT_NE(ErrorOf([&] { s + a(0); }).find("TypeMismatch"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { s / 2; }), "") << "integers are divided by FloorDiv";
  EXPECT_NE(ErrorOf([&] { Cast(s, "int8") + 1000; }).find("ConstantOutOfRange"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { a(0, 1); }).find("WrongIndexCount"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { a.extent(1); }).find("WrongIndexCount"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { f.Store(a, {0}, s); }).find("the store to `A`"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { f.If(s, [] {}); }).find("the condition of If"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { Call("no.such.operation", {s}); }).find("UnknownName"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { f.ScalarParam("x", "int33"); }).find("UnknownName"), std::string::npos);
  EXPECT_NE(ErrorOf([&] { Call("exp", {s}); }), "");
}

constexpr const char* kScale =
    "extern \"C\" __global__ void scale(float* a, long long n, float s) { if (blockIdx.x < n) a[blockIdx.x] "
    "*= s; "
    "}\n";

Script CallsOutside(const ExternalKernel& kernel) {
  FunctionBuilder f("scaled");
  Tensor a = f.TensorParam("A", "float32", {"n"});
  Value s = f.ScalarParam("s", "float32");
  f.CallKernel(kernel,
               {.grid = {a.extent(0)}, .block = {1}, .backend_config = R"({"cuda":{"nvrtc":["-DX=1"]}})"},
               {a, a.extent(0), s * 2.0});
  return f.Finish();
}

TEST(PublicBuilder, KernelsFromOutside) {
  Script built = CallsOutside({.name = "scale", .source = kScale});
  EXPECT_NE(built.ToString().find("T.external_kernel("), std::string::npos) << built.ToString();
  EXPECT_EQ(Script::Parse(built.ToString()).ToString(), built.ToString());
  Executable compiled = Compile(built, {.arch = "sm_80"});
  ASSERT_EQ(compiled.kernels().size(), 1u);
  EXPECT_EQ(compiled.kernels()[0].name, "scale");
  EXPECT_NE(compiled.Inspect("config").find("-DX=1"), std::string::npos);
  EXPECT_NE(ErrorOf([&] {
              Compile(CallsOutside({.name = "scala", .source = kScale}), {.arch = "sm_80"});
            }).find("NoSuchFunction"),
            std::string::npos);
}

TEST(PublicBuilder, KernelsOfFiles) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "tirx_public_builder_test.cu";
  std::ofstream(path) << kScale;
  ExternalKernel kernel = ExternalKernel::FromFile(path, "scale");
  std::filesystem::remove(path);
  EXPECT_EQ(kernel.format, "cu");
  EXPECT_EQ(Compile(CallsOutside(kernel), {.arch = "sm_90a"}).kernels().at(0).name, "scale");
  EXPECT_NE(ErrorOf([&] { ExternalKernel::FromFile(path, "scale"); }).find("CannotRead"), std::string::npos);
}

TEST(PublicBuilder, FinishVerifies) {
  FunctionBuilder outer("outer"), other("other");
  Value s = other.ScalarParam("s", "int32");
  outer.Bind("x", s);
  EXPECT_NE(ErrorOf([&] { outer.Finish(); }).find("InvalidIR"), std::string::npos);
}

TEST(PublicBuilder, ScriptsAreJoined) {
  FunctionBuilder f("first"), g("second"), again("first");
  Script both = Script::Join({f.Finish(), g.Finish()});
  EXPECT_EQ(both.functions(), (std::vector<std::string>{"first", "second"}));
  EXPECT_NE(ErrorOf([&] { Script::Join({both, again.Finish()}); }), "");
}

}  // namespace
}  // namespace tirx
