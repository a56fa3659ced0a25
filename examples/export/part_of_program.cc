// SPDX-License-Identifier: Apache-2.0
// A program that carries its kernel: examples/saxpy.py, linked in as a static library. See the Makefile.
#include <tvm/ffi/container/shape.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/dtype.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace ffi = tvm::ffi;

namespace {

constexpr int64_t kCount = 1000;
constexpr DLDataType kFloat32{kDLFloat, 32, 1};

// Memory of the program as a tensor.
DLTensor HostTensor(std::vector<float>& values, int64_t* shape) {
  return {values.data(), {kDLCPU, 0}, 1, kFloat32, shape, nullptr, 0};
}

int Run(DLDevice device) {
  // The prefix that the library was compiled with.
  ffi::Module library = ffi::Function::GetGlobalRequired("ffi.SystemLib")("saxpy_").cast<ffi::Module>();
  ffi::Function saxpy = library->GetFunction("saxpy").value();
  // Programs with tensors of their own (of PyTorch, of their allocator) pass those instead.
  ffi::Function empty = ffi::Function::GetGlobalRequired("tirx.runtime.empty");
  ffi::Function copy = ffi::Function::GetGlobalRequired("tirx.runtime.copy");
  ffi::Function synchronize = ffi::Function::GetGlobalRequired("tirx.runtime.synchronize");

  std::vector<float> x(kCount), y(kCount, 1.0f);
  for (size_t i = 0; i < x.size(); ++i) x[i] = float(i);
  int64_t shape[] = {kCount};
  DLTensor host_x = HostTensor(x, shape), host_y = HostTensor(y, shape);
  auto device_x = empty(ffi::Shape({kCount}), nullptr, kFloat32, device).cast<ffi::Tensor>();
  auto device_y = empty(ffi::Shape({kCount}), nullptr, kFloat32, device).cast<ffi::Tensor>();
  copy(&host_x, device_x);
  copy(&host_y, device_y);
  saxpy(device_x, device_y, 2.0);
  copy(device_y, &host_y);
  synchronize(device);
  for (size_t i = 0; i < y.size(); ++i) {
    if (y[i] == 2.0f * float(i) + 1.0f) continue;
    std::printf("y[%zu] is %g\n", i, y[i]);
    return 1;
  }
  std::printf("%lld values are right\n", static_cast<long long>(kCount));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || (std::strcmp(argv[1], "cuda") != 0 && std::strcmp(argv[1], "opencl") != 0)) {
    std::fprintf(stderr, "usage: %s cuda|opencl, the target that it was built for\n", argv[0]);
    return 2;
  }
  try {
    return Run({std::strcmp(argv[1], "cuda") == 0 ? kDLCUDA : kDLOpenCL, 0});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
