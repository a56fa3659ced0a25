// SPDX-License-Identifier: Apache-2.0
#include "driver/host_source.h"

#include <algorithm>
#include <vector>

#include "backend/toolchain.h"
#include "driver/files.h"
#include "ir/registry.h"
#include "runtime/executable.h"

namespace tirx::driver {
namespace {

using backend::ToolchainRow;

// Device modules, what each imports before itself.
class Collector {
 public:
  explicit Collector(std::string_view kind) : kind_(kind) {}

  Status Collect(const ffi::Module& module) {
    if (std::find(visited_.begin(), visited_.end(), module.get()) != visited_.end()) return Ok{};
    visited_.push_back(module.get());
    if (module->kind() != kind_)
      return Fail(DK::CannotExportHost, Span(),
                  {kind_, "it has a device module of kind `" + std::string(module->kind()) +
                              "`; all must be of kind `" + std::string(kind_) + "`"});
    for (const Any& imported : module->imports())
      TIRX_RETURN_IF_FAILED(Collect(imported.cast<ffi::Module>()));
    ffi::Bytes bytes = module->SaveToBytes();
    runtime::DevicePayload payload;
    auto status = runtime::LoadPayload({bytes.data(), bytes.size()}, &payload);
    if (!status.ok()) return Fail(DK::CannotExportHost, Span(), {kind_, status.message});
    payloads_.push_back(std::move(payload));
    return Ok{};
  }
  std::vector<runtime::DevicePayload> Take() { return std::move(payloads_); }

 private:
  std::string_view kind_;
  std::vector<const ffi::Object*> visited_;
  std::vector<runtime::DevicePayload> payloads_;
};

}  // namespace

Result<std::string> HostSource(const ffi::Module& executable, std::string_view backend) {
  auto* toolchain = ir::CurrentSnapshot().Find<ToolchainRow>(backend);
  if (!toolchain || !toolchain->export_host)
    return Fail(DK::CannotExportHost, Span(), {backend, "that backend has no host source"});
  const runtime::HostProgram* program = runtime::ProgramOf(executable);
  if (!program)
    return Fail(DK::CannotExportHost, Span(),
                {backend, "a module of kind `" + std::string(executable->kind()) +
                              "` has no host program; it must come from `compile` or an artifact"});
  Collector collector(toolchain->module_kind);
  for (const Any& imported : executable->imports())
    TIRX_RETURN_IF_FAILED(collector.Collect(imported.cast<ffi::Module>()));
  return toolchain->export_host(*program, collector.Take());
}

Status WriteHostSource(const ffi::Module& executable, std::string_view backend, const std::string& path) {
  TIRX_TRY(std::string text, HostSource(executable, backend));
  return WriteFile(path, text);
}

}  // namespace tirx::driver
