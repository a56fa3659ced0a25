// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/build.h"

#include "backends/cuda/codegen/host_export.h"
#include "backends/cuda/config/backend_config.h"
#include "backends/cuda/external.h"
#include "backends/cuda/toolchain/binary_check.h"
#include "backends/cuda/toolchain/disassembler.h"
#include "backends/cuda/toolchain/fatbin.h"
#include "backends/cuda/toolchain/listing.h"

namespace tirx::cuda {
backend::KernelResources ResourcesOf(const KernelResources& kernel) {
  backend::KernelResources row;
  row.kernel = kernel.name;
  row.registers = kernel.registers;
  if (kernel.spill_store_bytes && kernel.spill_load_bytes)
    row.spill_bytes = *kernel.spill_store_bytes + *kernel.spill_load_bytes;
  row.stack_bytes = kernel.stack_bytes;
  row.static_shared_bytes = kernel.static_shared_bytes;
  row.constant_bytes = kernel.constant0_bytes;
  return row;
}

namespace {

Result<CompileRequest> RequestOf(const backend::BuildRequest& build) {
  TIRX_TRY(BackendConfig config, ParseConfig(build.config));
  TIRX_TRY(CompileRequest request, RequestFor(build.source.text, config));
  request.seconds_limit = build.seconds_limit;
  return request;
}

Result<backend::DeviceBinary> Build(const backend::BuildRequest& build) {
  TIRX_TRY(CompileRequest request, RequestOf(build));
  request.source_path = build.source_path;
  TIRX_TRY(CompiledBinary compiled, CompileSource(request));
  backend::DeviceBinary binary;
  binary.format = std::string(FormatName(compiled.format));
  binary.image = std::move(compiled.bytes);
  binary.arch = compiled.arch;
  binary.backend_config = build.config;
  binary.tool = compiled.tool;
  binary.version = compiled.version;
  binary.argv = compiled.argv;
  binary.log = compiled.log;
  for (const KernelResources& kernel : compiled.resources.kernels)
    binary.resources.push_back(ResourcesOf(kernel));
  return binary;
}

std::vector<std::string> Options(const Attrs& part) {
  auto config = BackendConfigFrom(part);
  TIRX_CHECK(config.ok() && config->compiler && config->nvcc && config->nvrtc && config->ptxas,
             "the configuration was not bound");
  return CompilerOptions(*config);
}

Result<sim::NumericMode> NumericMode(const std::string& bound) {
  TIRX_TRY(BackendConfig config, ParseConfig(bound));
  return NumericModeOf(config);
}

// nvcc puts the PTX into a fatbin beside the cubin.
Result<std::string> PtxOf(const backend::DeviceBinary& binary) {
  if (binary.format == "ptx") return binary.image;
  if (binary.format == "fatbin") {
    TIRX_TRY(std::vector<FatbinImage> images, ReadFatbin(binary.image));
    for (const FatbinImage& image : images) {
      if (image.kind != FatbinImage::Kind::kPtx) continue;
      TIRX_TRY(std::string ptx, image.Bytes());
      StripTerminators(ptx);
      return ptx;
    }
  }
  diag::Diagnostic none = diag::Make(DK::CannotInspect, Span(), {"ptx", binary.format});
  none.notes.push_back(
      {Span(), "`target_format` \"ptx\" makes it; `tirx lower --show ptx` shows it beside the script"});
  return none;
}

Result<std::string> Inspect(const backend::DeviceBinary& binary, std::string_view what) {
  if (what == "ptx") return PtxOf(binary);
  if (what == "sass" && binary.format != "ptx") {
    Format format = binary.format == "cubin" ? Format::kCubin : Format::kFatbin;
    TIRX_TRY(Disassembly sass, Disassemble(format, binary.image));
    return sass.text;
  }
  return Fail(DK::CannotInspect, Span(), {what, binary.format});
}

Result<std::vector<backend::ListedLine>> List(const backend::BuildRequest& build, std::string_view what) {
  if (what != "ptx" && what != "sass") return Fail(DK::CannotInspect, Span(), {what, "cuda"});
  TIRX_TRY(CompileRequest request, RequestOf(build));
  request.format = what == "ptx" ? Format::kPtx : Format::kCubin;
  request.options.emplace_back("-lineinfo");
  TIRX_TRY(CompiledBinary compiled, CompileSource(request));
  if (what == "ptx") return ListPtx(compiled.bytes, request.program_name);
  TIRX_TRY(Disassembly sass, Disassemble(request.format, compiled.bytes, SassLines::kPrinted));
  return ListSass(sass.text, request.program_name);
}

}  // namespace

const backend::ToolchainRow kCudaToolchain[1] = {
    {.name = "cuda",
     .build = Build,
     .inspect = Inspect,
     .list = List,
     .options = Options,
     .numeric_mode = NumericMode,
     .external_formats = kExternalFormats,
     .adopt = Adopt,
     .check_kernel = CheckKernel,
     .export_host = ExportHost,
     .module_kind = "cuda"},
};

}  // namespace tirx::cuda
