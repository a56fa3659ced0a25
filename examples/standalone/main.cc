// SPDX-License-Identifier: Apache-2.0
// Calls the kernel of examples/saxpy.py on tensors in device memory: tvm-ffi, the CUDA driver and the
// exported host are all that this program has.
#include <cuda.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>

#include <cstdio>
#include <vector>

namespace ffi = tvm::ffi;

// In the exported host; the symbol of a script's function `f` is `__tvm_ffi_f`.
extern "C" int __tvm_ffi_saxpy(void*, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);

namespace {

void Check(CUresult result) {
  const char* text = nullptr;
  if (result == CUDA_SUCCESS) return;
  cuGetErrorString(result, &text);
  TVM_FFI_THROW(RuntimeError) << (text != nullptr ? text : "unknown CUDA error");
}

// How tvm-ffi's tensors get device memory.
struct DeviceMemory {
  void AllocData(DLTensor* tensor) {
    CUdeviceptr data = 0;
    Check(cuMemAlloc(&data, ffi::GetDataSize(*tensor)));
    tensor->data = reinterpret_cast<void*>(data);
  }
  void FreeData(DLTensor* tensor) { cuMemFree(reinterpret_cast<CUdeviceptr>(tensor->data)); }
};

CUdeviceptr Address(const void* data) {
  return reinterpret_cast<CUdeviceptr>(data);
}

ffi::Tensor ToDevice(const std::vector<float>& values) {
  auto tensor =
      ffi::Tensor::FromNDAlloc(DeviceMemory(), {int64_t(values.size())}, {kDLFloat, 32, 1}, {kDLCUDA, 0});
  Check(cuMemcpyAsync(Address(tensor.data_ptr()), Address(values.data()), 4 * values.size(), nullptr));
  return tensor;
}

std::vector<float> ToHost(const ffi::Tensor& tensor) {
  std::vector<float> values(tensor.numel());
  Check(cuMemcpyAsync(Address(values.data()), Address(tensor.data_ptr()), 4 * values.size(), nullptr));
  Check(cuStreamSynchronize(nullptr));
  return values;
}

int Run() {
  CUcontext context = nullptr;
  Check(cuInit(0));
  Check(cuDevicePrimaryCtxRetain(&context, 0));
  Check(cuCtxPushCurrent(context));
  const std::vector<float> x(1000, 2.0f), y(1000, 1.0f);
  const ffi::Tensor device_x = ToDevice(x), device_y = ToDevice(y);
  ffi::Function::InvokeExternC(nullptr, __tvm_ffi_saxpy, device_x, device_y, 3.0);
  const std::vector<float> result = ToHost(device_y);
  std::printf("y[0] = %g, y[999] = %g (expected 7)\n", result[0], result[999]);
  return result[0] == 7.0f && result[999] == 7.0f ? 0 : 1;
}

}  // namespace

int main() {
  try {
    return Run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
