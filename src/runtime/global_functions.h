// SPDX-License-Identifier: Apache-2.0
// The global functions `tirx.runtime.*`, which Python calls.
#pragma once

#include <tvm/ffi/function.h>

#include <string>

#include "runtime/status.h"

namespace tirx::runtime {

// tvm-ffi's way to fail from a typed function; without a backtrace it is cheap.
inline void ThrowUnlessOk(const RuntimeStatus& status) {
  if (!status.ok()) throw tvm::ffi::Error(status.kind, status.message, "");
}

template <class Callable>
void DefineGlobal(const char* name, Callable callable) {
  tvm::ffi::Function::SetGlobal(std::string("tirx.runtime.") + name, tvm::ffi::Function::FromTyped(callable));
}

}  // namespace tirx::runtime
