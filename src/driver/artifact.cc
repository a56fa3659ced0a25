// SPDX-License-Identifier: Apache-2.0
#include "driver/artifact.h"

#include "base/hash.h"
#include "driver/files.h"
#include "runtime/library_file.h"
#include "runtime/payload.h"

namespace tirx::driver {
namespace {

constexpr uint32_t kVersion = 1;

void SaveStrings(const std::vector<std::string>& strings, runtime::ByteWriter* out) {
  out->U64(strings.size());
  for (const std::string& text : strings) out->String(text);
}

std::vector<std::string> LoadStrings(runtime::ByteReader* in, const char* field) {
  std::vector<std::string> strings(in->Count(field, 8));
  for (std::string& text : strings) text = in->String(field);
  return strings;
}

void SaveResources(const KernelResources& row, runtime::ByteWriter* out) {
  out->String(row.kernel);
  for (int64_t value :
       {row.registers, row.spill_bytes, row.stack_bytes, row.static_shared_bytes, row.constant_bytes})
    out->U64(uint64_t(value));
}

KernelResources LoadResources(runtime::ByteReader* in) {
  KernelResources row;
  row.kernel = in->String("kernel");
  for (int64_t* value :
       {&row.registers, &row.spill_bytes, &row.stack_bytes, &row.static_shared_bytes, &row.constant_bytes})
    *value = int64_t(in->U64("resource"));
  return row;
}

void SaveUnit(const ArtifactUnit& unit, runtime::ByteWriter* out) {
  out->String(unit.payload);
  out->String(unit.module_kind);
  out->String(unit.language);
  out->String(unit.source);
  out->String(unit.binary.arch);
  out->String(unit.binary.tool);
  out->String(unit.binary.version);
  SaveStrings(unit.binary.argv, out);
  out->String(unit.binary.log);
  out->U64(unit.binary.resources.size());
  for (const KernelResources& row : unit.binary.resources) SaveResources(row, out);
}

ArtifactUnit LoadUnit(runtime::ByteReader* in) {
  ArtifactUnit unit;
  unit.payload = in->String("device payload");
  unit.module_kind = in->String("module kind");
  unit.language = in->String("source language");
  unit.source = in->String("source");
  unit.binary.arch = in->String("architecture");
  unit.binary.tool = in->String("tool");
  unit.binary.version = in->String("tool version");
  unit.binary.argv = LoadStrings(in, "arguments");
  unit.binary.log = in->String("log");
  unit.binary.resources.resize(in->Count("resources", 48));
  for (KernelResources& row : unit.binary.resources) row = LoadResources(in);
  runtime::DevicePayload payload;
  if (!in->ok()) return unit;
  if (auto status = runtime::LoadPayload(unit.payload, &payload); !status.ok()) {
    in->Fail(status.message);
    return unit;
  }
  unit.binary.format = payload.format;
  unit.binary.image = payload.image;
  unit.binary.backend_config = payload.backend_config;
  return unit;
}

}  // namespace

std::vector<runtime::KernelInfo> KernelInfosOf(const codegen::DeviceSource& source) {
  std::vector<runtime::KernelInfo> infos;
  for (const auto& kernel : source.kernels)
    infos.push_back({kernel.name, kernel.arg_types, kernel.launch_tags, kernel.arg_extra_tags});
  return infos;
}

Artifact MakeArtifact(const Compiled& compiled) {
  Artifact artifact;
  artifact.host_program = runtime::SaveHostProgram(compiled.host);
  for (const DeviceUnit& unit : compiled.units) {
    runtime::DevicePayload payload{unit.binary.format, KernelInfosOf(unit.source), unit.binary.image,
                                   unit.binary.backend_config};
    auto* toolchain = ir::CurrentSnapshot().Find<ToolchainRow>(View(unit.target->kind));
    artifact.units.push_back({runtime::SavePayload(payload), std::string(toolchain->module_kind),
                              unit.source.language, unit.source.text, unit.binary});
  }
  return artifact;
}

std::string SaveArtifact(const Artifact& artifact) {
  runtime::ByteWriter body;
  body.String(artifact.host_program);
  body.U64(artifact.units.size());
  for (const ArtifactUnit& unit : artifact.units) SaveUnit(unit, &body);
  std::string rest = body.Take();
  runtime::ByteWriter out;
  out.Raw(runtime::kArtifactMagic);
  out.U32(kVersion);
  out.U64(HashBytes(rest));
  out.Raw(rest);
  return out.Take();
}

Status CheckHasDeviceCode(const Artifact& artifact, const std::string& path) {
  runtime::HostProgram program;
  bool loads = runtime::LoadHostProgram(artifact.host_program, &program).ok();
  if (loads && !program.kernels.empty() && artifact.units.empty())
    return Fail(DK::SimulatorNotSaved, Span(), {path});
  return Ok{};
}

Status WriteArtifact(const Artifact& artifact, const std::string& path) {
  TIRX_RETURN_IF_FAILED(CheckHasDeviceCode(artifact, path));
  return WriteFile(path, SaveArtifact(artifact));
}

Result<Artifact> LoadArtifact(std::string_view bytes, const std::string& name) {
  auto bad = [&](std::string_view why) { return Fail(DK::BadArtifact, Span(), {name, why}); };
  constexpr size_t kHeader = 8 + 4 + 8;
  if (bytes.size() < kHeader || !bytes.starts_with(runtime::kArtifactMagic))
    return bad(
        "it does not start like one; libraries are for `tirx run` and tirx.load_module, scripts for `tirx "
        "compile`");
  runtime::ByteReader header(bytes.substr(8, 12), "artifact");
  uint32_t version = header.U32("version");
  uint64_t digest = header.U64("digest");
  if (version != kVersion)
    return bad("it has version " + std::to_string(version) + ", this tirx reads version " +
               std::to_string(kVersion));
  std::string_view rest = bytes.substr(kHeader);
  if (HashBytes(rest) != digest) return bad("it is damaged: its digest does not fit");
  runtime::ByteReader in(rest, "artifact");
  Artifact artifact;
  artifact.host_program = in.String("host program");
  size_t units = in.Count("units", 8);
  for (size_t i = 0; i < units && in.ok(); ++i) artifact.units.push_back(LoadUnit(&in));
  in.ExpectEnd();
  if (!in.ok()) return bad(in.error());
  return artifact;
}

}  // namespace tirx::driver
