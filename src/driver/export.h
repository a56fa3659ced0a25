// SPDX-License-Identifier: Apache-2.0
// A compiled module as a library in tvm-ffi's conventions: C for the host's part, device modules embedded.
// Whoever loads it needs tvm-ffi and the runtime library, no compiler.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>
#include <string_view>
#include <vector>

#include "driver/artifact.h"

namespace tirx::driver {

struct ExportOptions {
  // A part of a program, which finds it by `ffi.SystemLib(prefix)`; static libraries always are.
  bool system_library = false;
  std::string prefix = {};
  std::string compiler = {};                // of C; "": $CC, else cc
  std::vector<std::string> arguments = {};  // of the compiler, behind our own
};

// Whether the name asks for an export: .so, .o, .a, .c.
bool IsExportName(std::string_view path);

// The same artifact gives the same bytes, whatever the path and the folder it is done in. Refuses what was
// compiled for the simulator.
Status ExportLibrary(const Artifact& artifact, const std::string& path, const ExportOptions& options);

// An exported shared library, with its device modules.
Result<ffi::Module> LoadLibrary(const std::string& path);

}  // namespace tirx::driver
