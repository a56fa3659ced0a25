// SPDX-License-Identifier: Apache-2.0
#include "driver/executable.h"

#include "runtime/executable.h"

namespace tirx::driver {
namespace {

enum class Source { Keep, Compile };  // what becomes of units that hold source

Result<ffi::Module> LoadUnit(const ArtifactUnit& unit, Source source) {
  std::string name = source == Source::Keep ? "tirx.keep_source." : "ffi.Module.load_from_bytes.";
  auto loader = ffi::Function::GetGlobal(name + unit.module_kind);
  if (!loader) return Fail(DK::NoModuleLoader, Span(), {unit.module_kind});
  auto module = loader->CallExpected<ffi::Module>(ffi::Bytes(unit.payload));
  if (module.is_err())
    return Fail(DK::CannotLoadModule, Span(), {unit.module_kind, View(module.error().message())});
  return module.value();
}

Result<ffi::Module> Assemble(runtime::HostProgram program, const std::vector<ArtifactUnit>& units,
                             Source source) {
  std::vector<ffi::Module> modules;
  for (const ArtifactUnit& unit : units) {
    TIRX_TRY(ffi::Module module, LoadUnit(unit, source));
    modules.push_back(module);
  }
  return runtime::MakeExecutable(std::move(program), modules);
}

// On the simulator nobody reads a tensor map but its user, and there may be no driver to encode it.
runtime::HostProgram WithDescribedMaps(runtime::HostProgram program) {
  for (runtime::HostGlobalCall& call : program.global_calls)
    if (call.name == "tirx.runtime.tensormap_encode_tiled")
      call.name = "tirx.runtime.tensormap_describe_tiled";
  return program;
}

}  // namespace

Result<ffi::Module> MakeExecutable(const Compiled& compiled, SimulatorOptions simulator) {
  if (compiled.executor == Executor::Device)
    return Assemble(compiled.host, MakeArtifact(compiled).units, Source::Keep);
  TIRX_TRY(ffi::Module module, MakeSimulatorModule(compiled.module, std::move(simulator)));
  return runtime::MakeExecutable(WithDescribedMaps(compiled.host), {module});
}

Result<ffi::Module> MakeExecutable(const Artifact& artifact) {
  runtime::HostProgram program;
  if (auto status = runtime::LoadHostProgram(artifact.host_program, &program); !status.ok())
    return Fail(DK::BadArtifact, Span(), {"<artifact>", status.message});
  return Assemble(std::move(program), artifact.units, Source::Compile);
}

}  // namespace tirx::driver
