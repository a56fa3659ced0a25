// SPDX-License-Identifier: Apache-2.0
// How a backend turns generated source into something that can be loaded: the row that the driver calls.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/generator.h"
#include "diag/result.h"
#include "runtime/host_program.h"
#include "runtime/payload.h"
#include "sim/numeric_mode.h"
#include "target/target.h"

namespace tirx::backend {

// What a kernel takes of the machine, read from the binary itself. Negative: not known for this format.
struct KernelResources {
  std::string kernel;
  int64_t registers = -1;
  int64_t spill_bytes = -1;  // local memory that the register allocator used
  int64_t stack_bytes = -1;
  int64_t static_shared_bytes = -1;
  int64_t constant_bytes = -1;
};

struct DeviceBinary {
  std::string format;  // "cubin", "ptx", "fatbin", ...
  std::string image;
  std::string arch;
  std::string backend_config;  // bound, canonical JSON
  std::string tool, version;   // "nvrtc", "13.0"
  std::vector<std::string> argv;
  std::string log;
  std::vector<KernelResources> resources;
};

// One line of assembly or machine code, for views beside the script.
struct ListedLine {
  std::string text;
  std::vector<int> source_lines;  // of the generated source, the innermost of inlined calls first
  bool starts_function = false;   // `text` names it
};

// How long a device compiler may take where nobody says.
inline constexpr double kCompileSeconds = 600;

struct BuildRequest {
  const codegen::DeviceSource& source;
  const std::string& config;               // made by target::BindConfig
  double seconds_limit = kCompileSeconds;  // after that the build ends with a failure
  std::string source_path = {};  // a file with the source, for line tables to name; "": there is none
};

struct ToolchainRow {
  static constexpr std::string_view kTable = "toolchains";
  std::string_view name;  // the target kind
  Hook<Result<DeviceBinary>(const BuildRequest& request)> build = nullptr;
  // Other views of a finished binary: "sass", "ptx"; null where there are none.
  Hook<Result<std::string>(const DeviceBinary& binary, std::string_view what)> inspect = nullptr;
  // The code ("ptx", "sass") of generated source by line; compiles anew, with line tables. Null where there
  // is no such view.
  Hook<Result<std::vector<ListedLine>>(const BuildRequest& request, std::string_view what)> list = nullptr;
  // The arguments that such a configuration gives the compiler, besides those that every compile has.
  Hook<std::vector<std::string>(const Attrs& part)> options = nullptr;
  // How the simulator computes what such a configuration compiles, one without an architecture included;
  // null: exactly.
  Hook<Result<sim::NumericMode>(const std::string& config)> numeric_mode = nullptr;
  // What kernels from outside of the script may come as: suffixes of files, the source language's first; null
  // functions and "" where none may.
  std::string_view external_formats = "";
  // A finished binary in one of the other formats, for the architecture of a configuration.
  Hook<Result<DeviceBinary>(const std::string& format, const std::string& bytes, const std::string& config)>
      adopt = nullptr;
  // Whether a binary has that kernel, with those parameters; as far as its format says.
  Hook<Status(const DeviceBinary& binary, const codegen::KernelSignature& kernel)> check_kernel = nullptr;
  // A host program and its device modules as source that needs no runtime of ours; null: there is none.
  Hook<Result<std::string>(const runtime::HostProgram& program, std::vector<runtime::DevicePayload> modules)>
      export_host = nullptr;
  // The tvm-ffi module kind that loads the payload (runtime/payload.h): `ffi.Module.load_from_bytes.<kind>`.
  std::string_view module_kind = "";
};

}  // namespace tirx::backend
