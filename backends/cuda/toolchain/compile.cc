// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/compile.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/expected.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <chrono>

#include "backends/cuda/toolchain/arch.h"
#include "backends/cuda/toolchain/binary_check.h"
#include "backends/cuda/toolchain/compiler_log.h"
#include "backends/cuda/toolchain/nvcc.h"
#include "backends/cuda/toolchain/nvrtc.h"
#include "backends/cuda/toolchain/nvshmem.h"

namespace tirx::cuda {
namespace {

namespace ffi = tvm::ffi;

Status CheckRequest(const CompileRequest& request) {
  OptionList list = request.compiler == Compiler::kNvcc ? OptionList::kNvcc : OptionList::kNvrtc;
  diag::Diagnostics found = CheckOptions(list, request.options);
  for (diag::Diagnostic& one : CheckOptions(OptionList::kPtxas, request.ptxas_options))
    found.push_back(std::move(one));
  if (!found.empty()) return Failure(std::move(found));
  TIRX_TRY(Arch arch, ParseArch(request.arch));
  (void)arch;
  if (request.source.find('\0') != std::string::npos) {
    return Fail(DK::CudaCompileFailed, Span(),
                {CompilerName(request.compiler), "the source contains a NUL character"});
  }
  return Ok{};
}

std::string DriverFunctionName(Compiler compiler) {
  return "tirx.cuda.driver." + std::string(CompilerName(compiler));
}

// Calls a driver that somebody registered. Whatever it throws or returns wrongly is that function's fault,
// and said so.
Result<CompilerOutput> CallRegistered(const std::string& name, const ffi::Function& driver,
                                      const CompileRequest& request) {
  CompilerOutput output;
  output.argv = FrontendOptions(request.compiler, request.options, request.ptxas_options);
  ffi::Array<ffi::String> options;
  for (const std::string& item : output.argv) options.push_back(item);
  ffi::Expected<ffi::Any> result = driver.CallExpected<ffi::Any>(
      ffi::String(request.source), ffi::String(std::string(FormatName(request.format))),
      ffi::String(request.arch), options);
  if (result.is_err())
    return Fail(DK::CudaDriverFunctionFailed, Span(), {name, "failed: " + result.error().message()});
  std::optional<ffi::Array<ffi::Any>> pair = result.value().try_cast<ffi::Array<ffi::Any>>();
  if (pair && pair->size() == 2) {
    std::optional<ffi::Bytes> bytes = (*pair)[0].try_cast<ffi::Bytes>();
    std::optional<ffi::String> log = (*pair)[1].try_cast<ffi::String>();
    if (bytes && log) {
      output.bytes = std::string(bytes->data(), bytes->size());
      output.log = std::string(log->data(), log->size());
      return output;
    }
  }
  return Fail(DK::CudaDriverFunctionFailed, Span(), {name, "must return `(bytes, log: str)`"});
}

Result<CompilerOutput> CallCompiler(const CompileRequest& request, const Toolkit& toolkit,
                                    CompiledBinary& binary) {
  if (request.compiler == Compiler::kNvcc) {
    TIRX_TRY(binary.version, NvccVersion(toolkit.nvcc));
    return CompileWithNvcc(toolkit.nvcc, request);
  }
  TIRX_TRY(const Nvrtc* nvrtc, Nvrtc::Load(toolkit));
  binary.version = nvrtc->version().Text();
  return nvrtc->Compile(request, toolkit.include_dirs);
}

Result<CompilerOutput> CallBuiltIn(const CompileRequest& request, CompiledBinary& binary) {
  bool nvcc = request.compiler == Compiler::kNvcc;
  binary.tool = CompilerName(request.compiler);
  TIRX_TRY(Toolkit toolkit,
           FindToolkitWith(nvcc ? ToolkitPart::kNvcc : ToolkitPart::kNvrtc, request.toolkit));
  if (!UsesNvshmem(request.source)) return CallCompiler(request, toolkit, binary);
  TIRX_TRY(Nvshmem nvshmem, FindNvshmem(request.toolkit));
  TIRX_TRY(CompilerOutput output, CallCompiler(RelocatableRequest(request, nvshmem), toolkit, binary));
  TIRX_RETURN_IF_FAILED(LinkWithNvshmem(request, nvshmem, &output));
  return output;
}

}  // namespace

Result<CompiledBinary> CompileSource(const CompileRequest& request) {
  auto start = std::chrono::steady_clock::now();
  TIRX_RETURN_IF_FAILED(CheckRequest(request));
  CompiledBinary binary;
  binary.format = request.format;
  binary.arch = request.arch;
  std::string name = DriverFunctionName(request.compiler);
  std::optional<ffi::Function> registered = ffi::Function::GetGlobal(name);
  if (registered) binary.tool = name;
  Result<CompilerOutput> called =
      registered ? CallRegistered(name, *registered, request) : CallBuiltIn(request, binary);
  TIRX_TRY(CompilerOutput output, std::move(called));
  binary.log = std::move(output.log);
  binary.argv = std::move(output.argv);
  binary.bytes = std::move(output.bytes);
  // A driver that somebody registered may hand back what it likes: tests use it to watch the call.
  if (registered) {
    binary.resources.unknown_because = "it was made by the registered function " + name;
  } else {
    std::string tool = binary.tool + " " + binary.version;
    if (request.format == Format::kPtx) StripTerminators(binary.bytes);
    TIRX_RETURN_IF_FAILED(CheckBinary(tool, request.format, request.arch, binary.bytes));
    binary.resources = ReadResources(request.format, binary.bytes);
  }
  binary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return binary;
}

Result<CompilerIdentity> IdentifyCompiler(Compiler compiler, const ToolkitSearch& search) {
  std::string name = DriverFunctionName(compiler);
  if (ffi::Function::GetGlobal(name)) return CompilerIdentity{name, "", ""};
  if (compiler == Compiler::kNvcc) {
    TIRX_TRY(Toolkit toolkit, FindToolkitWith(ToolkitPart::kNvcc, search));
    TIRX_TRY(std::string version, NvccVersion(toolkit.nvcc));
    return CompilerIdentity{"nvcc", toolkit.nvcc, version};
  }
  TIRX_TRY(Toolkit toolkit, FindToolkitWith(ToolkitPart::kNvrtc, search));
  TIRX_TRY(const Nvrtc* nvrtc, Nvrtc::Load(toolkit));
  return CompilerIdentity{"nvrtc", toolkit.nvrtc, nvrtc->version().Text()};
}

}  // namespace tirx::cuda
