// SPDX-License-Identifier: Apache-2.0
// Kernel arguments as 8-byte cells: the value in the low bytes, in the type that the kernel declares.
#pragma once

#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/module.h>

#include <cstdint>
#include <string>

#include "runtime/kernel_launcher.h"

namespace tirx::runtime {

// A floating-point argument, rounded once to the type.
uint64_t CellOfFloat(double value, DType dtype);

// "(0x7f0000000000, 4, 0.5)", for error messages.
std::string DescribeArguments(const KernelInfo& kernel, const uint64_t* cells);

// What a device module has by that name; `owner` is the module that `launcher` belongs to.
// A kernel: a function of its arguments, then one integer per valued launch tag, in order. Tensors pass their
// data pointer, and the first one says the device; or one more integer at the end says it.
// "__tirx_check_ready": a function without arguments that raises where kernels cannot run; exported hosts ask
// it first.
tvm::ffi::Optional<tvm::ffi::Function> FunctionOf(tvm::ffi::ObjectPtr<tvm::ffi::ModuleObj> owner,
                                                  KernelLauncher* launcher, const tvm::ffi::String& name);

}  // namespace tirx::runtime
