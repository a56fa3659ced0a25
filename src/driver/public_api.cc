// SPDX-License-Identifier: Apache-2.0
// include/tirx over the driver; the builder is in public_builder.cc.
#include "driver/public_api.h"

#include "diag/render.h"
#include "driver/executable.h"
#include "driver/export.h"
#include "driver/files.h"
#include "driver/host_source.h"
#include "driver/inspect.h"
#include "driver/library.h"
#include "driver/select.h"
#include "ir/json.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "script/script.h"
#include "tirx/tirx.h"

namespace tirx {

struct Executable::Impl {
  driver::Artifact artifact;
  ffi::Module module;
};

void ThrowError(const diag::Diagnostics& diagnostics) {
  std::vector<DiagnosticInfo> infos;
  for (const diag::Diagnostic& d : diagnostics) {
    DiagnosticInfo info{
        std::string(diag::KindName(d.kind)), d.severity == diag::Severity::Error, d.message, "", 0, 0};
    if (d.span.defined()) {
      info.file = d.span->file->name;
      info.line = d.span->line;
      info.column = d.span->column;
    }
    infos.push_back(std::move(info));
  }
  throw Error(diag::Render(diagnostics), std::move(infos));
}

namespace {

driver::CompileOptions InternalOptions(const CompileOptions& options, const PublicInstruments& instruments) {
  driver::CompileOptions out;
  out.target = Unwrap(target::Parse(options.target));
  if (!options.arch.empty()) out.target = Unwrap(target::WithArch(out.target, options.arch));
  out.backend_config = options.backend_config;
  out.compile_timeout = options.compile_timeout;
  out.pass_options = options.pass_options;
  out.instruments = instruments.pointers();
  out.verify = options.verify;
  out.executor =
      options.executor == Executor::Device ? driver::Executor::Device : driver::Executor::Simulator;
  return out;
}

}  // namespace

Script Script::ParseFile(const std::string& path) {
  return Parse(Unwrap(driver::ReadFile(path)), path);
}

Script Script::Parse(std::string_view text, const std::string& name) {
  driver::EnsureLibrary();
  return MakeScript(Unwrap(script::ParseModule(SourceFile(name, std::string(text)))));
}

std::vector<std::string> Script::functions() const {
  std::vector<std::string> names;
  for (const ir::Function& function : impl_->module->functions) names.push_back(function->name);
  return names;
}

Script Script::Select(std::string_view function) const {
  return MakeScript(Unwrap(driver::SelectFunction(impl_->module, function, "the script")));
}

std::string Script::ToString() const {
  return ir::Print(impl_->module);
}

std::string Script::ToJson() const {
  return ir::SaveJson(impl_->module);
}

Script Script::FromJson(std::string_view text, const std::string& name) {
  driver::EnsureLibrary();
  return MakeScript(Unwrap(ir::LoadJson(text, name)));
}

Script Script::Join(const std::vector<Script>& scripts) {
  Array<ir::Function> functions;
  for (const Script& script : scripts)
    for (const ir::Function& function : script.impl().module->functions) functions.push_back(function);
  ir::IRModule module(functions);
  Unwrap(ir::Verify(module));
  return MakeScript(module);
}

Executable Executable::Load(const std::string& path) {
  driver::EnsureLibrary();
  auto artifact = Unwrap(driver::LoadArtifact(Unwrap(driver::ReadFile(path)), path));
  auto module = Unwrap(driver::MakeExecutable(artifact));
  return Executable(std::make_shared<const Impl>(Impl{std::move(artifact), std::move(module)}));
}

void Executable::Save(const std::string& path) const {
  Unwrap(driver::WriteArtifact(impl_->artifact, path));
}

void Executable::ExportLibrary(const std::string& path, const ExportOptions& options) const {
  Unwrap(driver::ExportLibrary(
      impl_->artifact, path,
      {options.system_library, options.prefix, options.compiler, options.compiler_options}));
}

ffi::Function Executable::Get(const std::string& function) const {
  auto found = impl_->module->GetFunction(function);
  if (found) return *found;
  return Unwrap(
      Result<ffi::Function>(Fail(DK::NoSuchFunction, Span(), {function, "the executable", "no such name"})));
}

ffi::Module Executable::module() const {
  return impl_->module;
}

std::string Executable::Inspect(const std::string& what) const {
  return Unwrap(driver::Inspect(impl_->artifact, what));
}

std::vector<KernelInfo> Executable::kernels() const {
  std::vector<KernelInfo> rows;
  for (const auto& unit : impl_->artifact.units)
    for (const auto& row : unit.binary.resources)
      rows.push_back({row.kernel, row.registers, row.spill_bytes, row.stack_bytes, row.static_shared_bytes,
                      row.constant_bytes});
  return rows;
}

ffi::Module LoadModule(const std::string& path) {
  driver::EnsureLibrary();
  return Unwrap(driver::LoadLibrary(path));
}

void Executable::ExportHost(const std::string& path, const std::string& backend) const {
  Unwrap(driver::WriteHostSource(impl_->module, backend, path));
}

Executable Compile(const Script& script, const CompileOptions& options) {
  PublicInstruments instruments(options.instruments);
  auto compiled = Unwrap(driver::Compile(script.impl().module, InternalOptions(options, instruments)));
  auto module = Unwrap(driver::MakeExecutable(compiled));
  Executable::Impl impl{driver::MakeArtifact(compiled), std::move(module)};
  return Executable(std::make_shared<const Executable::Impl>(std::move(impl)));
}

std::string GenerateSource(const Script& script, const CompileOptions& options) {
  PublicInstruments instruments(options.instruments);
  auto compiled = Unwrap(driver::Generate(script.impl().module, InternalOptions(options, instruments)));
  std::string text;
  for (const auto& unit : compiled.units) text += unit.source.text;
  return text;
}

}  // namespace tirx
