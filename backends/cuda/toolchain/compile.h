// SPDX-License-Identifier: Apache-2.0
// CompileSource: CUDA C++ text to device code, by NVRTC or nvcc. The one door of this folder for the rest of
// the backend.
#pragma once

#include <string>
#include <vector>

#include "backends/cuda/toolchain/cubin.h"
#include "backends/cuda/toolchain/options.h"
#include "backends/cuda/toolchain/toolkit.h"

namespace tirx::cuda {

struct CompileRequest {
  std::string source;
  std::string arch;  // exact: "sm_80", "sm_90a", "sm_100f"
  Format format = Format::kCubin;
  Compiler compiler = Compiler::kNvrtc;
  // Exactly what is passed: the caller resolves defaults (DefaultOptions), an empty list means none.
  std::vector<std::string> options;
  std::vector<std::string> ptxas_options;
  std::string program_name = "tirx_kernels.cu";  // the source's name in messages and line tables
  std::string
      source_path;  // a file with the source, which then is compiled and named instead; "": there is none
  ToolkitSearch toolkit;
  double seconds_limit = 600;  // README.md says how soon after it NVRTC ends
};

// What a driver, built in or registered, hands back.
struct CompilerOutput {
  std::string bytes;
  std::string log;  // warnings and the assembler's remarks
  std::vector<std::string> argv;
};

struct CompiledBinary {
  std::string
      bytes;  // PTX is plain text here, without a terminating NUL: whoever embeds or loads it adds one
  Format format = Format::kCubin;
  std::string arch;
  std::string log;
  std::vector<std::string> argv;  // as passed; nvcc's private directory is written <tmp>
  std::string tool;               // "nvrtc", "nvcc" or the name of the registered function
  std::string version;  // "13.0" (NVRTC tells no more), "13.0.88" (nvcc); empty for a registered function
  BinaryResources resources;
  double seconds = 0;
};

// Checks the options, compiles, checks the output's size and magic. When someone has registered the global
// function `tirx.cuda.driver.nvrtc` or `tirx.cuda.driver.nvcc`, that is called instead of the built-in
// driver:
//   (source: str, format: str, arch: str, options: list[str]) -> (bytes, log: str)
// where options is FrontendOptions(). Looked up at each call. Thread-safe.
Result<CompiledBinary> CompileSource(const CompileRequest& request);

// Which tool a request would use, without compiling: part of an artifact's cache key.
struct CompilerIdentity {
  std::string tool, path, version;
};
Result<CompilerIdentity> IdentifyCompiler(Compiler compiler, const ToolkitSearch& search = {});

}  // namespace tirx::cuda
