// SPDX-License-Identifier: Apache-2.0
// What the toolchain tests share: small kernels, a scoped environment variable, a made-up toolkit, skipping.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "backend/temporary_directory.h"
#include "backends/cuda/toolchain/compile.h"
#include "diag/render.h"

namespace tirx::cuda {

inline constexpr const char* kScaleSource =
    "extern \"C\" __global__ void scale(float* y, const float* x) {\n"
    "  y[threadIdx.x] = x[threadIdx.x] * 0.5f;\n"
    "}\n";

// Arrays, spills (the launch bounds leave 32 registers), static shared memory, several barriers and
// __constant__ data.
inline constexpr const char* kHeavySource = R"(
__constant__ float table[100];
extern "C" __global__ void light(float* y) { y[threadIdx.x] = table[threadIdx.x]; }
extern "C" __global__ void heavy(float* y, const float* x, int n) {
  __shared__ float s[1000];
  float a[40];
  for (int i = 0; i < 40; i++) a[i * n % 40] = x[i * threadIdx.x];
  s[threadIdx.x] = a[n];
  asm volatile("bar.sync 3, 64;");
  y[threadIdx.x] = s[n] + a[n + 1];
}
extern "C" __global__ void __launch_bounds__(1024, 2) spills(float* y) {
  extern __shared__ float d[];
  float a[96];
  for (int i = 0; i < 96; i++) a[i] = d[i * 7 + threadIdx.x] * table[i];
  for (int k = 0; k < 100; k++) {
    __syncthreads();
    for (int i = 0; i < 96; i++) a[i] = a[i] * a[(i + 7) % 96] + d[i];
  }
  float t = 0;
  for (int i = 0; i < 96; i++) t += a[i] * d[i];
  y[threadIdx.x] = t;
}
)";

class ScopedVariable {
 public:
  ScopedVariable(std::string name, std::optional<std::string> value) : name_(std::move(name)) {
    if (const char* old = getenv(name_.c_str())) old_ = old;
    Set(value);
  }
  ~ScopedVariable() { Set(old_); }
  ScopedVariable(const ScopedVariable&) = delete;

 private:
  void Set(const std::optional<std::string>& value) {
    if (value) {
      setenv(name_.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name_.c_str());
    }
  }
  std::string name_;
  std::optional<std::string> old_;
};

// A toolkit root whose bin/nvcc is the given shell script (after an answer to --version).
class FakeToolkit {
 public:
  explicit FakeToolkit(const std::string& script)
      : directory_(std::move(backend::TemporaryDirectory::Make()).value()) {
    AddProgram("nvcc", "[ \"$1\" = --version ] && echo 'release 99.1, V99.1.7' && exit 0\n" + script);
  }
  void AddProgram(const std::string& name, const std::string& script) {
    std::filesystem::create_directories(root() + "/bin");
    std::string path = root() + "/bin/" + name;
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    chmod(path.c_str(), 0755);
  }
  const std::string& root() const { return directory_.path(); }

 private:
  backend::TemporaryDirectory directory_;
};

inline CompileRequest Request(Compiler compiler, Format format, const std::string& arch,
                              const std::string& source = kScaleSource) {
  CompileRequest request;
  request.source = source;
  request.arch = arch;
  request.format = format;
  request.compiler = compiler;
  request.options = DefaultOptions(compiler == Compiler::kNvcc ? OptionList::kNvcc : OptionList::kNvrtc);
  request.ptxas_options = DefaultOptions(OptionList::kPtxas);
  return request;
}

template <class T>
std::string Errors(const Result<T>& result) {
  return result.ok() ? "" : diag::Render(result.diagnostics());
}

template <class T>
std::string KindOf(const Result<T>& result) {
  return result.ok() ? "no failure" : std::string(diag::KindName(result.diagnostics().front().kind));
}

template <class T>
bool ErrorsContain(const Result<T>& result, const std::string& text) {
  return Errors(result).find(text) != std::string::npos;
}

inline bool Has(Compiler compiler) {
  return IdentifyCompiler(compiler).ok();
}

}  // namespace tirx::cuda

#define SKIP_WITHOUT(compiler)                                              \
  if (auto found_ = ::tirx::cuda::IdentifyCompiler(compiler); !found_.ok()) \
  GTEST_SKIP() << ::tirx::diag::Render(found_.diagnostics())
