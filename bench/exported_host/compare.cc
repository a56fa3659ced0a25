// SPDX-License-Identifier: Apache-2.0
// Warm calls of an exported host beside the same launch written by hand, in turns. Arguments: a cubin with
// `saxpy_kernel`, rounds, calls of a round.
#include <cuda.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "../pairs.h"

extern "C" int __tvm_ffi_saxpy(void*, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);

namespace {

CUfunction kernel;

void Check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  std::fprintf(stderr, "%s: CUDA error %d\n", what, int(result));
  std::exit(1);
}

// What one writes for this kernel alone: nothing is checked.
int HandWritten(void*, const TVMFFIAny* args, int32_t, TVMFFIAny* result) {
  const auto* x = static_cast<const DLTensor*>(args[0].v_ptr);
  const auto* y = static_cast<const DLTensor*>(args[1].v_ptr);
  void *x_data = x->data, *y_data = y->data;
  auto a = float(args[2].v_float64);
  int64_t n = x->shape[0];
  void* parameters[] = {&x_data, &y_data, &n, &a};
  CUlaunchConfig config = {};
  config.gridDimX = unsigned((n + 255) / 256);
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 256;
  config.blockDimY = config.blockDimZ = 1;
  config.hStream = static_cast<CUstream>(TVMFFIEnvGetStream(kDLCUDA, x->device.device_id));
  result->type_index = kTVMFFINone;
  return cuLaunchKernelEx(&config, kernel, parameters, nullptr) == CUDA_SUCCESS ? 0 : -1;
}

using Entry = int (*)(void*, const TVMFFIAny*, int32_t, TVMFFIAny*);

// Nanoseconds of a call; the queue is empty before and takes all of them.
double Round(Entry entry, const TVMFFIAny* args, int calls) {
  TVMFFIAny result = {};
  Check(cuStreamSynchronize(nullptr), "before a round");
  return pairs::Measure(calls, [&] {
    if (entry(nullptr, args, 3, &result) != 0) Check(CUDA_ERROR_UNKNOWN, "a call");
  });
}

TVMFFIAny TensorArg(DLTensor* tensor) {
  TVMFFIAny any = {};
  any.type_index = kTVMFFIDLTensorPtr;
  any.v_ptr = tensor;
  return any;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int rounds = std::atoi(argv[2]), calls = std::atoi(argv[3]);
  CUcontext context;
  CUmodule module;
  CUdeviceptr x_data, y_data;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string image((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Check(cuInit(0), "cuInit");
  Check(cuDevicePrimaryCtxRetain(&context, 0), "the context");
  Check(cuCtxPushCurrent(context), "the context");
  Check(cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr), "the image");
  Check(cuModuleGetFunction(&kernel, module, "saxpy_kernel"), "the kernel");
  Check(cuMemAlloc(&x_data, 4096), "memory");
  Check(cuMemAlloc(&y_data, 4096), "memory");
  int64_t shape[] = {1024};
  DLTensor x{reinterpret_cast<void*>(x_data), {kDLCUDA, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  DLTensor y{reinterpret_cast<void*>(y_data), {kDLCUDA, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  TVMFFIAny args[3] = {TensorArg(&x), TensorArg(&y), {}};
  args[2].type_index = kTVMFFIFloat;
  args[2].v_float64 = 0.5;
  std::printf("ns a warm call, medians of %d pairs of %d calls\n", rounds, calls);
  pairs::Compare(
      rounds, "exported host", [&] { return Round(__tvm_ffi_saxpy, args, calls); },
      "written by hand, unchecked", [&] { return Round(HandWritten, args, calls); });
  return 0;
}
