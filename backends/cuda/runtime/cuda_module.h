// SPDX-License-Identifier: Apache-2.0
// A CUDA device module: compiled code with its kernels, loaded onto each device when first used there.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <map>
#include <string>
#include <string_view>

#include "runtime/payload.h"

namespace tirx::cuda {

// `payload.format` is "ptx", "cubin" or "fatbin"; or "cuda", for a module that keeps its source: it can be
// looked at and saved, and running a kernel raises. `sources` are texts for inspect_source, by format name
// ("cuda" is the C++ text); they are kept in memory only. Needs no device and no driver.
//
// The module is a runtime::KernelLauncher. As a tvm-ffi module of kind "cuda":
//   GetFunction(kernel), GetFunction("__tirx_check_ready"): runtime/kernel_cells.h, FunctionOf
//   GetFunction("__tvm_cuda_binary")  () -> [image, format, kernel names]
//   InspectSource(f)                  "backend_config", the image's format if it is text, a key of `sources`,
//   or ""
tvm::ffi::Module MakeCudaModule(runtime::DevicePayload payload,
                                std::map<std::string, std::string> sources = {});

// Loads payload bytes. Format "cuda" (source text) is compiled by the global function
// `tirx_callback_cuda_compile`, (text, backend configuration) -> [image, format], with the configuration that
// the payload carries.
runtime::RuntimeStatus LoadCudaModule(std::string_view bytes, tvm::ffi::Optional<tvm::ffi::Module>* module);
// The same without compiling: source stays source.
runtime::RuntimeStatus KeepCudaSource(std::string_view bytes, tvm::ffi::Optional<tvm::ffi::Module>* module);

void RegisterCudaModule();

}  // namespace tirx::cuda
