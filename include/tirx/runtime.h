// SPDX-License-Identifier: Apache-2.0
// Compiled modules: calling, saving, loading, looking inside.
#pragma once

#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tirx/error.h"

namespace tirx {

// What one kernel takes of the machine; negative where the format of the device code does not tell.
struct KernelInfo {
  std::string name;
  int64_t registers = -1, spill_bytes = -1, stack_bytes = -1, static_shared_bytes = -1, constant_bytes = -1;
};

struct ExportOptions {
  bool system_library = false;  // a part of a program, for ffi.SystemLib(prefix); `.a` always is
  std::string prefix = {};      // tells the parts of one program apart
  std::string compiler = {};    // of C; empty: the environment's CC, else cc
  std::vector<std::string> compiler_options = {};
};

// A value; copies share. Functions keep what they need alive.
class Executable {
 public:
  // Throws Error for a file that is no artifact, or a damaged one.
  static Executable Load(const std::string& path);
  void Save(const std::string& path) const;
  // Writes what programs use without tirx's compiler (docs/running.md): a shared library (.so), an object
  // (.o), a static library (.a), or C (.c), by the path's end.
  void ExportLibrary(const std::string& path, const ExportOptions& options = {}) const;

  // Takes DLTensor* or tensors (DLPack, on the device, or in host memory for the simulator) and scalars.
  // Calling with arguments that do not fit raises tvm::ffi::Error of kind TypeError or ValueError. Throws
  // Error for an unknown name.
  tvm::ffi::Function Get(const std::string& function) const;
  // The same as a tvm-ffi module.
  tvm::ffi::Module module() const;

  // "cuda" text, "ptx", "sass", "config", "log", "argv", "host" bytecode. Throws Error when it cannot be
  // shown.
  std::string Inspect(const std::string& what) const;
  std::vector<KernelInfo> kernels() const;

  // Writes the host's part with the device code embedded, as ordinary source that needs nothing of tirx: for
  // "cuda" C++17 over tvm-ffi and the CUDA driver (docs/export_cuda_host.md). Throws Error where the backend
  // has no such source.
  void ExportHost(const std::string& path, const std::string& backend = "cuda") const;

  struct Impl;
  explicit Executable(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

// Loads an exported shared library. Throws Error for a file that cannot be loaded. Keep the module as long as
// any other of the same file.
tvm::ffi::Module LoadModule(const std::string& path);

}  // namespace tirx
