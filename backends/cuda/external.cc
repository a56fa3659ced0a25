// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/external.h"

#include <algorithm>
#include <map>

#include "backends/cuda/build.h"
#include "backends/cuda/config/backend_config.h"
#include "backends/cuda/toolchain/arch.h"
#include "backends/cuda/toolchain/binary_check.h"
#include "backends/cuda/toolchain/fatbin.h"
#include "backends/cuda/toolchain/ptx.h"
#include "diag/suggest.h"

namespace tirx::cuda {
namespace {

constexpr int64_t kTensorMapBytes = 128, kTensorMapAlign = 64;  // CUtensorMap, CUDA driver API

// Why a binary does not run on `arch`; empty when it does.
// CUDA C++ Programming Guide, Binary Compatibility: a cubin runs on devices of its major revision with the
// same or a later minor one. PTX Compatibility: PTX runs on every later one, code for `a` on its own only.
std::string PtxMismatch(const std::string& bytes, const std::string& arch) {
  PtxInfo ptx = ReadPtx(bytes);
  if (bytes.find('\0') != std::string::npos) return "there is a NUL inside";
  if (ptx.arch.empty()) return "there is no `.version` and `.target`";
  Result<Arch> made = ParseArch(ptx.arch), wanted = ParseArch(arch);
  bool runs =
      ptx.arch == arch || (made.ok() && wanted.ok() && made->suffix == 0 && made->number <= wanted->number);
  return runs ? "" : "its target is `" + ptx.arch + "`, which does not run on " + arch;
}

std::string CubinMismatch(const std::string& bytes, const std::string& arch) {
  Result<CubinInfo> cubin = ReadCubin(bytes);
  if (!cubin.ok()) return cubin.diagnostics().front().message;
  Result<Arch> wanted = ParseArch(arch);
  bool runs = wanted.ok() && cubin->arch / 10 == wanted->number / 10 && cubin->arch <= wanted->number;
  return runs ? ""
              : "its architecture is sm_" + std::to_string(cubin->arch) + ", which does not run on " + arch;
}

std::string FatbinMismatch(const std::string& bytes, const std::string& arch) {
  Result<std::vector<FatbinImage>> images = ReadFatbin(bytes);
  if (!images.ok()) return images.diagnostics().front().message;
  Result<Arch> wanted = ParseArch(arch);
  for (const FatbinImage& image : *images) {
    bool same_major = wanted.ok() && image.arch / 10 == wanted->number / 10;
    bool older = wanted.ok() && image.arch <= wanted->number;
    if (older &&
        (image.kind == FatbinImage::Kind::kPtx || (image.kind == FatbinImage::Kind::kCubin && same_major)))
      return "";
  }
  return "it has no image that runs on " + arch;
}

int64_t ParameterBytes(const codegen::KernelSignature& kernel) {
  int64_t end = 0;
  for (size_t i = 0; i < kernel.arg_types.size(); ++i) {
    bool is_map = i < kernel.arg_extra_tags.size() && kernel.arg_extra_tags[i] == 1;
    int64_t size = is_map                          ? kTensorMapBytes
                   : IsHandle(kernel.arg_types[i]) ? 8
                                                   : StorageBytes(kernel.arg_types[i]);
    int64_t align = is_map ? kTensorMapAlign : size;
    end = (end + align - 1) / align * align + size;
  }
  return end;
}

using KernelParameters = std::map<std::string, int64_t>;  // bytes, by name

KernelParameters KernelsOfPtx(const std::string& ptx) {
  KernelParameters kernels;
  for (const PtxKernel& kernel : ReadPtx(ptx).kernels) kernels[kernel.name] = kernel.parameter_bytes;
  return kernels;
}

// The PTX in a fatbin that has no cubin.
std::optional<KernelParameters> KernelsOfFatPtx(const std::string& bytes) {
  Result<std::vector<FatbinImage>> images = ReadFatbin(bytes);
  if (!images.ok()) return std::nullopt;
  for (const FatbinImage& image : *images) {
    if (image.kind != FatbinImage::Kind::kPtx) continue;
    Result<std::string> ptx = image.Bytes();
    return ptx.ok() ? std::optional(KernelsOfPtx(*ptx)) : std::nullopt;
  }
  return std::nullopt;
}

// The kernels of a binary; nothing where the binary does not tell.
std::optional<KernelParameters> KernelsOf(const backend::DeviceBinary& binary) {
  if (binary.format == "ptx") return KernelsOfPtx(binary.image);
  const bool is_fatbin = binary.format == "fatbin";
  BinaryResources resources = ReadResources(is_fatbin ? Format::kFatbin : Format::kCubin, binary.image);
  if (!resources.unknown_because.empty()) return std::nullopt;
  if (resources.kernels.empty()) return is_fatbin ? KernelsOfFatPtx(binary.image) : std::nullopt;
  KernelParameters kernels;
  for (const KernelResources& kernel : resources.kernels) kernels[kernel.name] = kernel.parameter_bytes;
  return kernels;
}

}  // namespace

Result<backend::DeviceBinary> Adopt(const std::string& format, const std::string& bytes,
                                    const std::string& bound) {
  TIRX_TRY(BackendConfig config, ParseConfig(bound));
  std::string image = bytes;
  if (format == "ptx") StripTerminators(image);
  std::string arch = config.arch.value_or("");
  std::string wrong = format == "ptx"     ? PtxMismatch(image, arch)
                      : format == "cubin" ? CubinMismatch(image, arch)
                                          : FatbinMismatch(image, arch);
  if (!wrong.empty()) return Fail(DK::CudaBadBinary, Span(), {format + " for " + arch, wrong});
  backend::DeviceBinary binary;
  binary.format = format;
  binary.image = std::move(image);
  binary.arch = arch;
  binary.backend_config = bound;
  if (format != "ptx") {
    Format kind = format == "cubin" ? Format::kCubin : Format::kFatbin;
    for (const KernelResources& kernel : ReadResources(kind, binary.image).kernels)
      binary.resources.push_back(ResourcesOf(kernel));
  }
  return binary;
}

Status CheckKernel(const backend::DeviceBinary& binary, const codegen::KernelSignature& kernel) {
  auto kernels = KernelsOf(binary);
  if (!kernels) return Ok{};
  auto found = kernels->find(kernel.name);
  if (found == kernels->end()) {
    std::string names;
    for (const auto& [name, bytes] : *kernels) names += (names.empty() ? "`" : ", `") + name + "`";
    diag::Diagnostic missing =
        diag::Make(DK::NoSuchFunction, Span(),
                   {kernel.name, "the " + binary.format, names.empty() ? "no kernel" : names});
    missing.notes.push_back(
        {Span(), "C++ changes the names of functions; declare the kernel `extern \"C\" __global__ void`"});
    return missing;
  }
  int64_t passed = ParameterBytes(kernel);
  if (passed == found->second) return Ok{};
  diag::Diagnostic wrong = diag::Make(
      DK::ExternalArguments, Span(),
      {kernel.name, std::to_string(found->second) + " bytes of parameters",
       diag::Counted(kernel.arg_types.size(), "argument") + " of " + std::to_string(passed) + " bytes"});
  std::string list;
  for (DType type : kernel.arg_types) list += (list.empty() ? "" : ", ") + DTypeName(type);
  if (!list.empty())
    wrong.notes.push_back({Span(), "the arguments are " + list + "; `T.int64(x)` gives a number its type"});
  return wrong;
}

}  // namespace tirx::cuda
