// SPDX-License-Identifier: Apache-2.0
#include "runtime/module_loader.h"

#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

namespace tirx::runtime {

namespace ffi = tvm::ffi;

void RegisterModuleLoader(const std::string& kind, ModuleLoader load) {
  auto call = [load](const ffi::Bytes& bytes) -> ffi::Module {
    ffi::Optional<ffi::Module> module;
    RuntimeStatus status = load({bytes.data(), bytes.size()}, &module);
    // tvm-ffi's way to fail from a typed function; without a backtrace it is cheap.
    if (!status.ok()) throw ffi::Error(status.kind, status.message, "");
    return module.value();
  };
  ffi::Function::SetGlobal("ffi.Module.load_from_bytes." + kind, ffi::Function::FromTyped(call));
}

}  // namespace tirx::runtime
