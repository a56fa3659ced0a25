// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/nvrtc.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <map>
#include <mutex>

#include "backend/stop_watch.h"
#include "backends/cuda/toolchain/arch.h"
#include "backends/cuda/toolchain/compiler_log.h"
#include "backends/cuda/toolchain/nvrtc_signals.h"

namespace tirx::cuda {

// Our own declarations of what we call (NVRTC manual, sections 3.1 to 3.5): no CUDA header is needed to build
// tirx.
struct Nvrtc::Api {
  using Program = void*;
  using Code = int;  // 0 is success
  Code (*Version)(int*, int*);
  Code (*GetNumSupportedArchs)(int*);
  Code (*GetSupportedArchs)(int*);
  Code (*CreateProgram)(Program*, const char* source, const char* name, int, const char* const*,
                        const char* const*);
  Code (*DestroyProgram)(Program*);
  Code (*CompileProgram)(Program, int, const char* const*);
  Code (*GetProgramLogSize)(Program, size_t*);
  Code (*GetProgramLog)(Program, char*);
  Code (*GetPTXSize)(Program, size_t*);
  Code (*GetPTX)(Program, char*);
  Code (*GetCUBINSize)(Program, size_t*);
  Code (*GetCUBIN)(Program, char*);
  const char* (*GetErrorString)(Code);
  // Null in older toolkits, whose compiles run to their end.
  Code (*SetFlowCallback)(Program, int (*)(void*, void*), void*);

  // The name of the first function that `library` lacks, or nullptr.
  const char* Resolve(void* library);
};

const char* Nvrtc::Api::Resolve(void* library) {
  struct Row {
    const char* name;
    void** slot;
  };
  const Row rows[] = {
      {"nvrtcVersion", reinterpret_cast<void**>(&Version)},
      {"nvrtcGetNumSupportedArchs", reinterpret_cast<void**>(&GetNumSupportedArchs)},
      {"nvrtcGetSupportedArchs", reinterpret_cast<void**>(&GetSupportedArchs)},
      {"nvrtcCreateProgram", reinterpret_cast<void**>(&CreateProgram)},
      {"nvrtcDestroyProgram", reinterpret_cast<void**>(&DestroyProgram)},
      {"nvrtcCompileProgram", reinterpret_cast<void**>(&CompileProgram)},
      {"nvrtcGetProgramLogSize", reinterpret_cast<void**>(&GetProgramLogSize)},
      {"nvrtcGetProgramLog", reinterpret_cast<void**>(&GetProgramLog)},
      {"nvrtcGetPTXSize", reinterpret_cast<void**>(&GetPTXSize)},
      {"nvrtcGetPTX", reinterpret_cast<void**>(&GetPTX)},
      {"nvrtcGetCUBINSize", reinterpret_cast<void**>(&GetCUBINSize)},
      {"nvrtcGetCUBIN", reinterpret_cast<void**>(&GetCUBIN)},
      {"nvrtcGetErrorString", reinterpret_cast<void**>(&GetErrorString)},
  };
  for (const Row& row : rows) {
    *row.slot = dlsym(library, row.name);
    if (!*row.slot) return row.name;
  }
  SetFlowCallback = reinterpret_cast<decltype(SetFlowCallback)>(dlsym(library, "nvrtcSetFlowCallback"));
  return nullptr;
}

Nvrtc::Nvrtc() : api_(std::make_unique<Api>()) {}
Nvrtc::~Nvrtc() = default;

Status Nvrtc::Open(const Toolkit& toolkit) {
  path_ = toolkit.nvrtc;
  // NVRTC opens its builtins by bare name. Opened first by path, they are found wherever the toolkit stands.
  if (!toolkit.nvrtc_builtins.empty()) dlopen(toolkit.nvrtc_builtins.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* library = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return Fail(DK::CudaLibraryUnusable, Span(), {path_, dlerror()});
  if (const char* missing = api_->Resolve(library)) {
    return Fail(DK::CudaLibraryUnusable, Span(), {path_, std::string("it has no function ") + missing});
  }
  KeepSignalsFrom(library);
  int count = 0;
  if (api_->Version(&version_.major, &version_.minor) || api_->GetNumSupportedArchs(&count) || count <= 0) {
    return Fail(DK::CudaLibraryUnusable, Span(), {path_, "it does not tell its version and architectures"});
  }
  supported_archs_.resize(size_t(count));
  api_->GetSupportedArchs(supported_archs_.data());
  return Ok{};
}

Result<const Nvrtc*> Nvrtc::Load(const Toolkit& toolkit) {
  static std::mutex mutex;
  static auto& loaded = *new std::map<std::string, std::unique_ptr<const Nvrtc>>();  // outlives all callers
  std::lock_guard lock(mutex);
  std::unique_ptr<const Nvrtc>& slot = loaded[toolkit.nvrtc];
  if (!slot) {
    std::unique_ptr<Nvrtc> fresh(new Nvrtc());
    TIRX_RETURN_IF_FAILED(fresh->Open(toolkit));
    slot = std::move(fresh);
  }
  return slot.get();
}

Status Nvrtc::CheckArch(const CompileRequest& request) const {
  TIRX_TRY(Arch arch, ParseArch(request.arch));
  std::string known;
  for (int number : supported_archs_) {
    if (number == arch.number) return Ok{};
    known += (known.empty() ? "sm_" : ", sm_") + std::to_string(number);
  }
  return Fail(DK::CudaBadArch, Span(), {request.arch, tool(), "it knows " + known});
}

std::vector<std::string> Nvrtc::Arguments(const CompileRequest& request,
                                          const std::vector<std::string>& include_dirs) const {
  std::string arch = request.format == Format::kPtx ? "compute_" + request.arch.substr(3) : request.arch;
  std::vector<std::string> argv = {"--gpu-architecture=" + arch, "-default-device", "--device-int128"};
  // NVRTC's own cache ignores FTZ changes, hides the log and calls cuInit (measured on an H200, NVRTC 13.0).
  if (version_.AtLeast(12, 9)) argv.push_back("--no-cache");
  for (const std::string& folder : include_dirs) argv.push_back("-I" + folder);
  for (const char* macro : kUndefinedMacros) argv.push_back(std::string("-U") + macro);
  for (std::string& item : FrontendOptions(Compiler::kNvrtc, request.options, request.ptxas_options)) {
    argv.push_back(std::move(item));
  }
  return argv;
}

Result<CompilerOutput> Nvrtc::Compile(const CompileRequest& request,
                                      const std::vector<std::string>& include_dirs) const {
  if (request.format == Format::kFatbin) {
    return Fail(DK::CudaFormatUnsupported, Span(), {tool(), "a fatbin", "ptx and cubin; nvcc makes fatbins"});
  }
  TIRX_RETURN_IF_FAILED(CheckArch(request));
  const std::string& name = request.source_path.empty() ? request.program_name : request.source_path;
  CompilerRun run{tool(), path_, Arguments(request, include_dirs), "", name, request.source};
  std::vector<const char*> pointers;
  for (const std::string& item : run.argv) pointers.push_back(item.c_str());

  struct Owner {
    const Api& api;
    Api::Program program = nullptr;
    ~Owner() {
      if (program) api.DestroyProgram(&program);
    }
  } owner{*api_};
  Api::Code code =
      api_->CreateProgram(&owner.program, request.source.c_str(), name.c_str(), 0, nullptr, nullptr);
  if (code) return CompileFailure(run, api_->GetErrorString(code));
  backend::StopWatch watch(request.seconds_limit);
  // NVRTC asks between its steps: 1 ends the compile (NVRTC manual, nvrtcSetFlowCallback).
  auto must_stop = [](void* asked, void*) {
    return int(static_cast<backend::StopWatch*>(asked)->MustStop());
  };
  if (api_->SetFlowCallback) api_->SetFlowCallback(owner.program, must_stop, &watch);
  code = api_->CompileProgram(owner.program, int(pointers.size()), pointers.data());

  if (code && watch.stopped()) return watch.Why(tool());

  // Sizes include a terminating NUL for the log and for PTX.
  auto fetch = [&](Api::Code (*size_of)(Api::Program, size_t*), Api::Code (*copy)(Api::Program, char*)) {
    size_t size = 0;
    std::string text;
    if (size_of(owner.program, &size) == 0) text.resize(size);
    if (!text.empty() && copy(owner.program, text.data()) != 0) text.clear();
    return text;
  };
  run.log = fetch(api_->GetProgramLogSize, api_->GetProgramLog);
  while (!run.log.empty() && run.log.back() == '\0') run.log.pop_back();
  if (code) return CompileFailure(run, api_->GetErrorString(code));
  CompilerOutput output;
  output.bytes = request.format == Format::kPtx ? fetch(api_->GetPTXSize, api_->GetPTX)
                                                : fetch(api_->GetCUBINSize, api_->GetCUBIN);
  output.log = std::move(run.log);
  output.argv = std::move(run.argv);
  return output;
}

}  // namespace tirx::cuda
