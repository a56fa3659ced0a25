// SPDX-License-Identifier: Apache-2.0
// Compiles examples/saxpy.py from C++, shows the generated CUDA, and runs it on the simulator: no Python, no
// GPU.
#include <tirx/tirx.h>
#include <tvm/ffi/container/tensor.h>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s examples/saxpy.py\n", argv[0]);
    return 2;
  }
  try {
    tirx::Script script = tirx::Script::ParseFile(argv[1]);
    tirx::CompileOptions options;
    options.arch = "sm_90a";
    std::printf("%s\n", tirx::GenerateSource(script, options).c_str());

    options.executor = tirx::Executor::Simulator;
    tirx::Executable saxpy = tirx::Compile(script, options);
    std::vector<float> x(1000), y(1000);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = float(i);
      y[i] = 1.0f;
    }
    int64_t shape[] = {1000};
    DLTensor dx{x.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
    DLTensor dy{y.data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
    saxpy.Get("saxpy")(&dx, &dy, 2.0);
    std::printf("y[999] = %g (expected 1999)\n", y[999]);
    return y[999] == 1999.0f ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
