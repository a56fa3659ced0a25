// SPDX-License-Identifier: Apache-2.0
// A host program and its device modules as one C file: a library in tvm-ffi's conventions.
#pragma once

#include <string>
#include <vector>

#include "runtime/host_program.h"

namespace tirx::codegen {

// A device module as tvm-ffi loads it: `ffi.Module.load_from_bytes.<kind>`.
struct EmbeddedModule {
  std::string kind, bytes;
};

struct CLibraryOptions {
  // A part of a program instead of a library of its own: symbols are registered with tvm-ffi before `main`,
  // and `ffi.SystemLib(prefix)` gives the module.
  bool system_library = false;
  std::string prefix;  // of a part of a program: tells it from others
  // Its one global symbol is `tirx_system_library_<prefix>`: linking with `-u` and that takes it out of an
  // archive.
};

// Self-contained: needs a C compiler and no header but C's own.
std::string GenerateCLibrary(const runtime::HostProgram& program, const std::vector<EmbeddedModule>& modules,
                             const CLibraryOptions& options);

// tvm-ffi's `library_bin`: the library itself as root, the modules as what it imports.
std::string PackLibraryBin(const std::vector<EmbeddedModule>& modules);

}  // namespace tirx::codegen
