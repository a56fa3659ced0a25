// SPDX-License-Identifier: Apache-2.0
// Lists the devices here and makes a tensor of zeros, by what the runtime library registers with tvm-ffi.
// Needs no compiler: this is how a program for an install tree without one begins.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>

#include <cstdio>

namespace ffi = tvm::ffi;

int main() {
  try {
    auto runtime = [](const char* name) {
      return ffi::Function::GetGlobalRequired(std::string("tirx.runtime.") + name);
    };
    for (const auto& device : runtime("devices")().cast<ffi::Array<ffi::Map<ffi::String, ffi::Any>>>())
      std::printf("%s:%d %s\n", device["kind"].cast<ffi::String>().c_str(), device["index"].cast<int>(),
                  device["name"].cast<ffi::String>().c_str());

    DLDataType float32{kDLFloat, 32, 1};
    DLDevice cpu{kDLCPU, 0};
    auto zeros = runtime("empty")(ffi::Shape{2, 3}, nullptr, float32, cpu).cast<ffi::Tensor>();
    runtime("fill_with_zeros")(zeros);
    float last = static_cast<const float*>(zeros.data_ptr())[zeros.numel() - 1];
    std::printf("%d zeros, the last is %g\n", int(zeros.numel()), last);
    return last == 0.0f ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
