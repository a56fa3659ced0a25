// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_module.h"

#include <tvm/ffi/cast.h>
#include <tvm/ffi/expected.h>

#include <algorithm>
#include <string_view>

#include "runtime/kernel_cells.h"

namespace tirx::runtime {

namespace ffi = tvm::ffi;

bool DeviceModuleObj::ImplementsFunction(const ffi::String& name) {
  const std::string_view wanted(name.data(), name.size());
  return std::any_of(payload_.kernels.begin(), payload_.kernels.end(),
                     [&](const KernelInfo& kernel) { return kernel.name == wanted; });
}

ffi::Optional<ffi::Function> DeviceModuleObj::GetFunction(const ffi::String& name) {
  return FunctionOf(ffi::GetObjectPtr<ffi::ModuleObj>(this), this, name);
}

RuntimeStatus CompileSource(const SourceCompiler& compiler, DevicePayload* payload, std::string* source) {
  const std::string callback = compiler.callback;
  ffi::Optional<ffi::Function> compile = ffi::Function::GetGlobal(callback);
  if (!compile.has_value())
    return RuntimeStatus::Error(kRuntimeError, std::string("the module holds ") + compiler.language +
                                                   " source, and no `" + callback +
                                                   "` is registered to compile it");
  ffi::Expected<ffi::Array<ffi::Any>> compiled =
      compile.value().CallExpected<ffi::Array<ffi::Any>>(payload->image, payload->backend_config);
  if (compiled.is_err()) return RuntimeStatus::Error(kRuntimeError, compiled.error().message());
  ffi::Array<ffi::Any> parts = compiled.value();
  auto image = parts.size() == 2 ? parts[0].as<ffi::Bytes>() : std::nullopt;
  auto format = parts.size() == 2 ? parts[1].as<ffi::String>() : std::nullopt;
  if (!image || !format || !compiler.is_binary(*format))
    return RuntimeStatus::Error(
        kValueError, "`" + callback + "` must return [image, format] with the format " + compiler.formats);
  *source = std::move(payload->image);
  payload->image = std::string(image->data(), image->size());
  payload->format = *format;
  return {};
}

}  // namespace tirx::runtime
