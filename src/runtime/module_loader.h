// SPDX-License-Identifier: Apache-2.0
// Registers how modules of a kind are made from bytes, under the name by which tvm-ffi looks for it.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>
#include <string_view>

#include "runtime/status.h"

namespace tirx::runtime {

// Sets `module` on success.
using ModuleLoader = RuntimeStatus (*)(std::string_view bytes, tvm::ffi::Optional<tvm::ffi::Module>* module);

// As the global function `ffi.Module.load_from_bytes.<kind>`, which raises what the loader reports.
void RegisterModuleLoader(const std::string& kind, ModuleLoader load);
// As the global function `tirx.keep_source.<kind>`: the same for a module that holds source text and keeps
// it, where the loader above would have it compiled.
void RegisterSourceKeeper(const std::string& kind, ModuleLoader load);

}  // namespace tirx::runtime
