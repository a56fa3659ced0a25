// SPDX-License-Identifier: Apache-2.0
// What `tirx run` needs of an exported library: its functions' parameters, and where its kernels run.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>

#include "diag/result.h"
#include "ir/function.h"

namespace tirx::cli {

struct RunnableLibrary {
  ffi::Module module;
  ir::IRModule signatures;  // functions without bodies
  std::string device_kind;  // of its device modules: "cuda"; empty: all of it runs on the host
};

bool IsLibraryFile(const std::string& path);
Result<RunnableLibrary> LoadRunnable(const std::string& path);

}  // namespace tirx::cli
