// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/binary_check.h"

#include "backends/cuda/toolchain/arch.h"
#include "backends/cuda/toolchain/fatbin.h"

namespace tirx::cuda {
namespace {

constexpr size_t kPtxHeaderBytes = 8192;  // comments, then .version and .target

bool HasArch(const FatbinImage& image, int number) {
  return image.kind != FatbinImage::Kind::kOther && image.arch == number;
}

// The reason why `bytes` is not the wanted binary; empty when it is.
std::string CheckPtx(const std::string& arch, std::string_view bytes) {
  if (bytes.find('\0') != std::string_view::npos) return "there is a NUL inside";
  std::string_view head = bytes.substr(0, kPtxHeaderBytes);
  size_t target = head.find("\n.target ");
  if (head.find("\n.version ") == std::string_view::npos || target == std::string_view::npos) {
    return "there is no `.version` and `.target`";
  }
  std::string_view name = head.substr(target + 9);
  name = name.substr(0, name.find_first_of(", \t\r\n"));
  return name == arch ? "" : "its target is `" + std::string(name) + "`";
}

std::string CheckCubin(int number, std::string_view bytes) {
  Result<CubinInfo> cubin = ReadCubin(bytes);
  if (!cubin.ok()) return cubin.diagnostics().front().message;
  return cubin->arch == number ? "" : "its architecture is sm_" + std::to_string(cubin->arch);
}

std::string CheckFatbin(int number, std::string_view bytes) {
  Result<std::vector<FatbinImage>> images = ReadFatbin(bytes);
  if (!images.ok()) return images.diagnostics().front().message;
  for (const FatbinImage& image : *images) {
    if (HasArch(image, number)) return "";
  }
  return "it has no image for sm_" + std::to_string(number);
}

std::string_view FormatNoun(Format format) {
  return format == Format::kPtx ? "PTX" : format == Format::kCubin ? "a cubin" : "a fatbin";
}

}  // namespace

void StripTerminators(std::string& ptx) {
  while (!ptx.empty() && ptx.back() == '\0') ptx.pop_back();
}

Status CheckBinary(const std::string& tool, Format format, const std::string& arch, std::string_view bytes) {
  TIRX_TRY(Arch parsed, ParseArch(arch));
  std::string wrong = bytes.empty()              ? "the output is empty"
                      : format == Format::kPtx   ? CheckPtx(arch, bytes)
                      : format == Format::kCubin ? CheckCubin(parsed.number, bytes)
                                                 : CheckFatbin(parsed.number, bytes);
  if (wrong.empty()) return Ok{};
  diag::Diagnostic bad = diag::Make(DK::CudaBadOutput, Span(), {tool, FormatNoun(format), wrong});
  bad.notes.push_back(
      {Span(), "an option in the list may have changed what the compiler makes (-dlto, -E, -M, ...)"});
  return bad;
}

BinaryResources ReadResources(Format format, std::string_view bytes) {
  BinaryResources resources;
  auto add = [&](std::string_view cubin_bytes) {
    Result<CubinInfo> cubin = ReadCubin(cubin_bytes);
    if (!cubin.ok()) {
      resources.unknown_because = cubin.diagnostics().front().message;
      return;
    }
    for (KernelResources& kernel : cubin->kernels) resources.kernels.push_back(std::move(kernel));
  };
  if (format == Format::kPtx) {
    resources.unknown_because = "PTX has no registers yet: the assembler or the driver chooses them";
  } else if (format == Format::kCubin) {
    add(bytes);
  } else {
    Result<std::vector<FatbinImage>> images = ReadFatbin(bytes);
    if (!images.ok()) resources.unknown_because = images.diagnostics().front().message;
    for (const FatbinImage& image : images.ok() ? *images : std::vector<FatbinImage>()) {
      if (image.kind != FatbinImage::Kind::kCubin) continue;
      if (Result<std::string> cubin = image.Bytes(); cubin.ok()) {
        add(*cubin);
      } else {
        resources.unknown_because = cubin.diagnostics().front().message;
      }
    }
  }
  return resources;
}

}  // namespace tirx::cuda
