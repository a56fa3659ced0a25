// SPDX-License-Identifier: Apache-2.0
// Builds a kernel in C++, without a script: each block adds up a row of A in shared memory. Prints it as
// script and as CUDA, runs it on the simulator, and checks the sums: no Python, no GPU.
#include <tirx/tirx.h>
#include <tvm/ffi/container/tensor.h>

#include <cstdio>
#include <vector>

namespace {

constexpr int kThreads = 64;

tirx::Script RowSums() {
  tirx::FunctionBuilder f("row_sums");
  tirx::Tensor a = f.TensorParam("A", "float32", {"rows", "columns"});
  tirx::Tensor sums = f.TensorParam("S", "float32", {"rows"});
  f.DeviceEntry({.grid = {a.extent(0)}, .block = {kThreads}}, [&] {
    tirx::Value row = f.Bind("row", tirx::BlockIdx("x")), thread = f.Bind("thread", tirx::ThreadIdx("x"));
    tirx::Tensor parts = f.Alloc("parts", "float32", {kThreads}, "shared");
    tirx::Tensor sum = f.Cell("sum", "float32", 0.0);
    f.For(
        "column", thread, a.extent(1),
        [&](tirx::Value column) { f.Store(sum, {0}, sum(0) + a(row, column)); }, tirx::LoopKind::Serial,
        kThreads);
    f.Store(parts, {thread}, sum(0));
    f.Evaluate(tirx::Call("gpu.sync"));
    for (int half = kThreads / 2; half > 0; half /= 2) {  // C++ unrolls while it builds
      f.If(thread < half, [&] { f.Store(parts, {thread}, parts(thread) + parts(thread + half)); });
      f.Evaluate(tirx::Call("gpu.sync"));
    }
    f.If(thread == 0, [&] { f.Store(sums, {row}, parts(0)); });
  });
  return f.Finish();
}

}  // namespace

int main() {
  try {
    tirx::Script script = RowSums();
    std::printf("%s\n", script.ToString().c_str());
    tirx::CompileOptions options;
    options.arch = "sm_90a";
    std::printf("%s\n", tirx::GenerateSource(script, options).c_str());

    options.executor = tirx::Executor::Simulator;
    constexpr int64_t kRows = 3, kColumns = 1000;
    int64_t shape[] = {kRows, kColumns};
    std::vector<float> a(kRows * kColumns), s(kRows);
    for (size_t i = 0; i < a.size(); ++i) a[i] = float(i / kColumns + 1);
    DLTensor da{a.data(), {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 0};
    DLTensor ds{s.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
    tirx::Compile(script, options).Get("row_sums")(&da, &ds);
    std::printf("sums: %g %g %g (expected 1000 2000 3000)\n", s[0], s[1], s[2]);
    return s[0] == 1000 && s[1] == 2000 && s[2] == 3000 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
