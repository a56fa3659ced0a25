// SPDX-License-Identifier: Apache-2.0
// Passes, pipelines, code generators and toolchains that Python registers.
#include <tvm/ffi/error.h>

#include "backend/toolchain.h"
#include "codegen/c_family.h"
#include "codegen/generator.h"
#include "pass/pass.h"
#include "python/native/backend_module.h"
#include "python/native/backend_rows.h"
#include "python/native/c_dialect_rows.h"

namespace tirx::python {
namespace {

Result<ir::IRModule> RunPass(const void* state, ir::IRModule module, const pass::PassContext& context) {
  Map<String, String> options;
  for (const auto& [key, value] : context.options) options.Set(key, value);
  Any target = context.target.defined() ? Any(context.target) : Any(nullptr);
  TIRX_TRY(Any made, (*static_cast<const BackendCallback*>(state))(module, target, options, context.verify));
  return made.cast<ir::IRModule>();
}

void AddPass(const Fields& fields) {
  pass::PassRow row;
  row.name = fields.Text("name");
  row.run = {RunPass, fields.Callback("run", "pass `" + std::string(row.name) + "`")};
  row.skippable = fields.Bool("skippable");
  row.doc = fields.Text("doc");
  row.needs_target = fields.Bool("needs_target");
  fields.to().Add(row);
}

void AddPipeline(const Fields& fields) {
  pass::PipelineRow row;
  row.name = fields.Text("name");
  row.passes = {[](const void* state) { return *static_cast<const std::vector<std::string_view>*>(state); },
                &fields.store().Keep(fields.Texts("passes"))};
  row.doc = fields.Text("doc");
  fields.to().Add(row);
}

// The callback gives the text, and for each of its lines the place in the script or None.
struct TextGenerator {
  const BackendCallback& generate;
  std::string language;
};

Result<codegen::DeviceSource> GenerateText(const void* state, const Array<ir::Function>& functions,
                                           const target::Target& target) {
  auto& generator = *static_cast<const TextGenerator*>(state);
  TIRX_TRY(Any made, generator.generate(functions, target));
  auto parts = made.cast<Array<Any>>();
  codegen::DeviceSource source;
  source.language = generator.language;
  source.text = std::string(parts[0].cast<String>());
  for (const Any& place : parts[1].cast<Array<Any>>())
    source.line_spans.push_back(place.as<Span>().value_or(Span()));
  for (const ir::Function& function : functions)
    if (function->calling_conv() == ir::CallingConv::DeviceKernel)
      source.kernels.push_back(codegen::SignatureOf(function));
  return source;
}

void AddGenerator(const Fields& fields) {
  codegen::GeneratorRow row;
  row.name = fields.Text("name");
  auto* generate = fields.Callback("generate", "the code generator of `" + std::string(row.name) + "`");
  if (generate)
    row.generate = {GenerateText, &fields.store().Keep(TextGenerator{*generate, std::string(row.name)})};
  else
    row.generate = DialectGenerator(fields, row.name);
  row.doc = fields.Text("doc");
  fields.to().Add(row);
}

Result<backend::DeviceBinary> BuildBinary(const void* state, const backend::BuildRequest& build) {
  TIRX_TRY(Any made,
           (*static_cast<const BackendCallback*>(state))(String(build.source.text), String(build.config)));
  auto parts = made.cast<Array<Any>>();
  backend::DeviceBinary binary;
  binary.format = std::string(parts[0].cast<String>());
  binary.image = std::string(parts[1].cast<ffi::Bytes>());
  binary.backend_config = build.config;
  return binary;
}

Result<std::string> InspectBinary(const void* state, const backend::DeviceBinary& binary,
                                  std::string_view what) {
  TIRX_TRY(Any made, (*static_cast<const BackendCallback*>(state))(
                         ffi::Bytes(binary.image), String(binary.format), String(std::string(what))));
  if (made == nullptr) return Fail(DK::CannotInspect, Span(), {what, binary.format});
  return std::string(made.cast<String>());
}

// The callback gives a pair for each line: its text, and the lines of the source that it came from.
Result<std::vector<backend::ListedLine>> ListCode(const void* state, const backend::BuildRequest& build,
                                                  std::string_view what) {
  TIRX_TRY(Any made, (*static_cast<const BackendCallback*>(state))(
                         String(build.source.text), String(build.config), String(std::string(what))));
  if (made == nullptr) return Fail(DK::CannotInspect, Span(), {what, build.source.language});
  std::vector<backend::ListedLine> listing;
  for (const Any& item : made.cast<Array<Any>>()) {
    auto row = item.cast<Array<Any>>();
    backend::ListedLine line{std::string(row[0].cast<String>()), {}};
    for (const Any& number : row[1].cast<Array<Any>>())
      line.source_lines.push_back(int(number.cast<int64_t>()));
    listing.push_back(std::move(line));
  }
  return listing;
}

Result<backend::DeviceBinary> AdoptBinary(const void* state, const std::string& format,
                                          const std::string& bytes, const std::string& config) {
  TIRX_TRY(Any made,
           (*static_cast<const BackendCallback*>(state))(String(format), ffi::Bytes(bytes), String(config)));
  auto parts = made.cast<Array<Any>>();
  backend::DeviceBinary binary;
  binary.format = std::string(parts[0].cast<String>());
  binary.image = std::string(parts[1].cast<ffi::Bytes>());
  binary.backend_config = config;
  return binary;
}

// A kernel is found when it is launched.
Status AnyKernel(const backend::DeviceBinary&, const codegen::KernelSignature&) {
  return Ok{};
}

void AddToolchain(const Fields& fields) {
  backend::ToolchainRow row;
  row.name = fields.Text("name");
  const std::string kind(row.name);
  row.build = {BuildBinary, fields.Callback("build", "the toolchain of `" + kind + "`")};
  if (auto* inspect = fields.Callback("inspect", "`inspect` of the toolchain of `" + kind + "`"))
    row.inspect = {InspectBinary, inspect};
  if (auto* list = fields.Callback("listing", "`listing` of the toolchain of `" + kind + "`"))
    row.list = {ListCode, list};
  if (auto* adopt = fields.Callback("adopt", "`adopt` of the toolchain of `" + kind + "`")) {
    row.external_formats = fields.Text("external");
    row.adopt = {AdoptBinary, adopt};
    row.check_kernel = AnyKernel;
  }
  row.module_kind = row.name;
  auto* launch = fields.Callback("launch", "the launcher of `" + kind + "`");
  if (launch && AreModulesLoaded(kind))  // raised in Python's registration
    throw ffi::Error("ValueError", "modules of kind `" + kind + "` are launched by others", "");
  if (launch)
    fields.to().when_loaded.push_back(
        [=, type = int(fields.Int("device_type"))] { OfferModules(kind, type, *launch); });
  fields.to().Add(row);
}

}  // namespace

std::vector<RowMakerRow> CompileRowMakers() {
  return {
      {"pass", AddPass}, {"pipeline", AddPipeline}, {"generator", AddGenerator}, {"toolchain", AddToolchain}};
}

}  // namespace tirx::python
