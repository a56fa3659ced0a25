// SPDX-License-Identifier: Apache-2.0
// NVRTC, loaded with dlopen: compiles CUDA C++ text in this process. Needs no GPU, no driver and no host
// compiler.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cuda/toolchain/compile.h"
#include "backends/cuda/toolchain/toolkit.h"

namespace tirx::cuda {

class Nvrtc {
 public:
  // One instance for each library path, kept for the life of the process (NVRTC does not survive unloading
  // reliably). Thread-safe; a failure is not remembered.
  static Result<const Nvrtc*> Load(const Toolkit& toolkit);

  ~Nvrtc();
  Version version() const { return version_; }
  const std::string& path() const { return path_; }
  std::string tool() const { return "NVRTC " + version_.Text(); }
  const std::vector<int>& supported_archs() const { return supported_archs_; }  // 75, 80, ... as NVRTC tells

  // Thread-safe: NVRTC serialises what it must itself. Checks arch and format, not the option lists.
  Result<CompilerOutput> Compile(const CompileRequest& request,
                                 const std::vector<std::string>& include_dirs) const;

 private:
  struct Api;
  Nvrtc();
  Status Open(const Toolkit& toolkit);
  Status CheckArch(const CompileRequest& request) const;
  std::vector<std::string> Arguments(const CompileRequest& request,
                                     const std::vector<std::string>& include_dirs) const;

  std::unique_ptr<Api> api_;
  std::string path_;
  Version version_;
  std::vector<int> supported_archs_;
};

}  // namespace tirx::cuda
