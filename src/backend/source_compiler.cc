// SPDX-License-Identifier: Apache-2.0
#include "backend/source_compiler.h"

#include <tvm/ffi/error.h>

#include "diag/render.h"
#include "runtime/device_api.h"

namespace tirx::backend {
namespace {

// The first device's architecture; "" and the reason where there is none.
std::string DeviceArch(const target::Target& target, std::string* why) {
  auto* kind = target::FindKind(View(target->kind));
  auto* api = kind ? runtime::FindDeviceApi(kind->device_type) : nullptr;
  if (api && api->Count() > 0) return api->Architecture(0);
  *why = api ? ", since " + api->WhyAbsent() : "";
  return "";
}

Result<DeviceBinary> CompileSaved(const std::string& kind, const std::string& text,
                                  const std::string& config) {
  TIRX_TRY(target::BackendConfigs configs, target::ParseBackendConfig(config));
  TIRX_TRY(target::Target target, target::Parse(kind));
  return CompileText(text, target, configs);
}

}  // namespace

Result<DeviceBinary> CompileText(const std::string& text, const target::Target& target,
                                 const target::BackendConfigs& config) {
  auto* toolchain = ir::CurrentSnapshot().Find<ToolchainRow>(View(target->kind));
  if (!toolchain) return Fail(DK::NoToolchain, Span(), {View(target->kind)});
  Attrs local = target::PartFor(target, config);
  std::string why;
  TIRX_TRY(target::BoundConfig bound, target::BindConfig(target, local, false));
  if (!bound.target->HasArch()) {
    if (std::string arch = DeviceArch(target, &why); !arch.empty()) local.Set("arch", String(arch));
    TIRX_TRY(bound, target::BindConfig(target, local, true, why));
  }
  codegen::DeviceSource source;
  source.language = toolchain->module_kind;
  source.text = text;
  return toolchain->build({source, bound.config});
}

void OfferSourceCompilers(const ir::Snapshot& snapshot) {
  for (const ToolchainRow* row : snapshot.All<ToolchainRow>()) {
    std::string kind(row->name), name = "tirx_callback_" + kind + "_compile";
    if (ffi::Function::GetGlobal(name)) continue;
    auto compile = [kind](const String& text, const String& config) -> Array<Any> {
      auto binary = CompileSaved(kind, text, config);
      // tvm-ffi's way to fail from a typed function; without a backtrace it is cheap.
      if (!binary.ok()) throw ffi::Error("RuntimeError", diag::Render(binary.diagnostics()), "");
      return {ffi::Bytes(binary->image), String(binary->format)};
    };
    ffi::Function::SetGlobal(name, ffi::Function::FromTyped(compile));
  }
}

}  // namespace tirx::backend
