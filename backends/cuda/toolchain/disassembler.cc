// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/disassembler.h"

#include "backend/process.h"
#include "backend/temporary_directory.h"
#include "backends/cuda/toolchain/fatbin.h"

namespace tirx::cuda {
namespace {

struct Tool {
  const char* name;
  const char* option;
  const char* line_option;  // null: it does not tell
};
// nvdisasm starts faster and prints labels; cuobjdump is the one that more installs have.
constexpr Tool kTools[] = {{"nvdisasm", "-c", "-gi"}, {"cuobjdump", "-sass", nullptr}};

Result<std::string> CubinIn(Format format, std::string_view bytes) {
  if (format == Format::kCubin) return std::string(bytes);
  if (format == Format::kPtx) {
    return Fail(DK::CudaFormatUnsupported, Span(),
                {"a disassembler", "SASS of PTX", "SASS of cubins and fatbins"});
  }
  TIRX_TRY(std::vector<FatbinImage> images, ReadFatbin(bytes));
  for (const FatbinImage& image : images)
    if (image.kind == FatbinImage::Kind::kCubin) return image.Bytes();
  return Fail(DK::CudaBadBinary, Span(), {"fatbin for disassembly", "it holds no cubin"});
}

}  // namespace

Result<Disassembly> Disassemble(Format format, std::string_view bytes, SassLines lines,
                                const ToolkitSearch& search) {
  TIRX_TRY(std::string cubin, CubinIn(format, bytes));
  for (const Tool& tool : kTools) {
    if (lines == SassLines::kPrinted && tool.line_option == nullptr) continue;
    for (const std::string& path : FindExecutables(tool.name, search)) {
      TIRX_TRY(backend::TemporaryDirectory directory, backend::TemporaryDirectory::Make());
      TIRX_RETURN_IF_FAILED(directory.Write("kernel.cubin", cubin));
      backend::ProcessRequest request{{path, tool.option}, backend::CleanEnvironment(directory.path()), 120};
      if (lines == SassLines::kPrinted) request.argv.emplace_back(tool.line_option);
      request.argv.push_back(directory.File("kernel.cubin"));
      TIRX_TRY(backend::ProcessResult result, backend::RunProcess(request));
      if (result.exit_code == 0) return Disassembly{std::move(result.standard_output), path};
      std::string why = "exit code " + std::to_string(result.exit_code) + ", " + result.standard_error;
      return Fail(DK::CudaDisassemblyFailed, Span(), {path, why});
    }
  }
  return Fail(DK::CudaToolkitNotFound, Span(),
              {lines == SassLines::kPrinted ? "nvdisasm" : "nvdisasm or cuobjdump"});
}

}  // namespace tirx::cuda
