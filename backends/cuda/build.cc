// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/build.h"

#include "backends/cuda/config/backend_config.h"
#include "backends/cuda/toolchain/disassembler.h"

namespace tirx::cuda {
namespace {

Result<std::string> ResolveConfig(const target::Target& target, const std::string& backend_config) {
  TIRX_TRY(BackendConfig local, ParseBackendConfig(backend_config));
  TIRX_TRY(BackendConfig resolved, Resolve(target, local));
  return ToJson(resolved);
}

Format FormatOf(const BackendConfig& config) {
  std::string name = config.target_format.value_or(config.compiler == "nvcc" ? "fatbin" : "cubin");
  return name == "ptx" ? Format::kPtx : name == "fatbin" ? Format::kFatbin : Format::kCubin;
}

CompileRequest RequestFor(const codegen::DeviceSource& source, const BackendConfig& config) {
  CompileRequest request;
  request.source = source.text;
  request.arch = *config.arch;
  request.format = FormatOf(config);
  request.compiler = config.compiler == "nvcc" ? Compiler::kNvcc : Compiler::kNvrtc;
  request.options = request.compiler == Compiler::kNvcc ? *config.nvcc : *config.nvrtc;
  request.ptxas_options = *config.ptxas;
  return request;
}

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

Result<backend::DeviceBinary> Build(const codegen::DeviceSource& source, const std::string& resolved) {
  TIRX_TRY(BackendConfig config, ParseBackendConfig(resolved));
  TIRX_TRY(CompiledBinary compiled, CompileSource(RequestFor(source, config)));
  backend::DeviceBinary binary;
  binary.format = std::string(FormatName(compiled.format));
  binary.image = std::move(compiled.bytes);
  binary.arch = compiled.arch;
  binary.backend_config = resolved;
  binary.tool = compiled.tool;
  binary.version = compiled.version;
  binary.argv = compiled.argv;
  binary.log = compiled.log;
  for (const KernelResources& kernel : compiled.resources.kernels)
    binary.resources.push_back(ResourcesOf(kernel));
  return binary;
}

Result<std::string> Inspect(const backend::DeviceBinary& binary, std::string_view what) {
  if (what == binary.format && what == "ptx") return binary.image;
  if (what == "sass" && binary.format != "ptx") {
    Format format = binary.format == "cubin" ? Format::kCubin : Format::kFatbin;
    TIRX_TRY(Disassembly sass, Disassemble(format, binary.image));
    return sass.text;
  }
  return Fail(DK::CannotInspect, Span(), {what, binary.format});
}

}  // namespace

const backend::ToolchainRow kCudaToolchain[1] = {
    {.name = "cuda", .resolve = ResolveConfig, .build = Build, .inspect = Inspect, .module_kind = "cuda"},
};

}  // namespace tirx::cuda
