// SPDX-License-Identifier: Apache-2.0
// The backends whose runtimes are built into libtirx_runtime, registered when the library is loaded: its
// single static-init block.
#include <tvm/ffi/function.h>

#include "backends/cuda/runtime/cuda_device_api.h"
#include "runtime/executable.h"

TVM_FFI_STATIC_INIT_BLOCK() {
  tirx::runtime::RegisterRuntime();
  tirx::cuda::RegisterCudaRuntime();
}
