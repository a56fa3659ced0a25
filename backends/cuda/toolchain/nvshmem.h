// SPDX-License-Identifier: Apache-2.0
// Device code that calls NVSHMEM: compiled relocatable with its headers, then linked with its device library.
// No device is needed: nvlink of the toolkit links for both compilers.
#pragma once

#include "backends/cuda/toolchain/compile.h"

namespace tirx::cuda {

// By the text `#include <nvshmem.h>` or `<nvshmemx.h>`.
bool UsesNvshmem(const std::string& source);

struct Nvshmem {
  std::string include_dir;  // has nvshmem.h
  std::string library_dir;  // has libnvshmem_device.a
};
// NVSHMEM_HOME; else the toolkits, wheels (nvidia-nvshmem-cu13), /usr/local and /usr.
Result<Nvshmem> FindNvshmem(const ToolkitSearch& search);

// The request of a relocatable cubin.
CompileRequest RelocatableRequest(const CompileRequest& request, const Nvshmem& nvshmem);
// `relocatable` becomes the cubin that can be loaded; what nvlink says joins its log.
Status LinkWithNvshmem(const CompileRequest& request, const Nvshmem& nvshmem, CompilerOutput* relocatable);

}  // namespace tirx::cuda
