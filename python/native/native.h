// SPDX-License-Identifier: Apache-2.0
// The global functions of tvm-ffi that the package `tirx` calls, by family. Names begin with "tirx.python.".
#pragma once

#include <tvm/ffi/function.h>

#include <string>

namespace tirx::python {

void RegisterIrFunctions();
void RegisterScriptFunctions();
void RegisterRegistryFunctions();
void RegisterBackendFunctions();
void RegisterDriverFunctions();
void RegisterConfigFunctions();
void RegisterPassFunctions();
void RegisterNameFunctions();
void RegisterArgumentFunctions();

template <class F>
void Define(const char* name, F function) {
  std::string full = std::string("tirx.python.") + name;
  tvm::ffi::Function::SetGlobal(full, tvm::ffi::Function::FromTyped(std::move(function), full), true);
}

}  // namespace tirx::python
