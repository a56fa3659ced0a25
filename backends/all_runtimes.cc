// SPDX-License-Identifier: Apache-2.0
// Registers the runtimes of the built-in backends (builtin.def) when libtirx_runtime is loaded: its single
// static-init block.
#include <tvm/ffi/function.h>

#include "base/ffi_version.h"
#include "runtime/executable.h"

#define TIRX_BACKEND(name)
#define TIRX_BACKEND_WITH_RUNTIME(name) \
  namespace tirx::name {                \
  void RegisterRuntime();               \
  }
#include "backends/builtin.def"
#undef TIRX_BACKEND_WITH_RUNTIME

TVM_FFI_STATIC_INIT_BLOCK() {
  tirx::RequireFfiVersion();
  tirx::runtime::RegisterRuntime();
#define TIRX_BACKEND_WITH_RUNTIME(name) tirx::name::RegisterRuntime();
#include "backends/builtin.def"
}
