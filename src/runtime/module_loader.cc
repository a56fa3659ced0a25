// SPDX-License-Identifier: Apache-2.0
#include "runtime/module_loader.h"

#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

namespace tirx::runtime {

namespace ffi = tvm::ffi;

namespace {

void Register(const std::string& name, ModuleLoader load) {
  auto call = [load](const ffi::Bytes& bytes) -> ffi::Module {
    ffi::Optional<ffi::Module> module;
    RuntimeStatus status = load({bytes.data(), bytes.size()}, &module);
    // tvm-ffi's way to fail from a typed function; without a backtrace it is cheap.
    if (!status.ok()) throw ffi::Error(status.kind, status.message, "");
    return module.value();
  };
  ffi::Function::SetGlobal(name, ffi::Function::FromTyped(call));
}

}  // namespace

void RegisterModuleLoader(const std::string& kind, ModuleLoader load) {
  Register("ffi.Module.load_from_bytes." + kind, load);
}

void RegisterSourceKeeper(const std::string& kind, ModuleLoader load) {
  Register("tirx.keep_source." + kind, load);
}

}  // namespace tirx::runtime
