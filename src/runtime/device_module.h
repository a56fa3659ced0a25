// SPDX-License-Identifier: Apache-2.0
// What device modules have in common: a payload, of which they are loaded and saved, and its kernels.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>

#include "runtime/kernel_launcher.h"
#include "runtime/payload.h"

namespace tirx::runtime {

class DeviceModuleObj : public tvm::ffi::ModuleObj, public KernelLauncher {
 public:
  explicit DeviceModuleObj(DevicePayload payload) : payload_(std::move(payload)) {}

  int GetPropertyMask() const final {
    return tvm::ffi::Module::kBinarySerializable | tvm::ffi::Module::kRunnable;
  }
  tvm::ffi::Bytes SaveToBytes() const final { return tvm::ffi::Bytes(SavePayload(payload_)); }
  bool ImplementsFunction(const tvm::ffi::String& name) final;
  // FunctionOf (kernel_cells.h); a kind may have more.
  tvm::ffi::Optional<tvm::ffi::Function> GetFunction(const tvm::ffi::String& name) override;
  const std::vector<KernelInfo>& kernels() const final { return payload_.kernels; }

 protected:
  DevicePayload payload_;
};

// How a payload that holds source text becomes one that holds a binary.
struct SourceCompiler {
  const char* callback;  // the global function, (source, backend_config) -> [image, format]
  const char* language;  // for messages: "CUDA"
  const char* formats;   // what it may give, likewise: "ptx, cubin or fatbin"
  bool (*is_binary)(const std::string& format);
};
// `source` gets the text; nothing changes where that fails.
RuntimeStatus CompileSource(const SourceCompiler& compiler, DevicePayload* payload, std::string* source);

}  // namespace tirx::runtime
