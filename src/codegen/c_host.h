// SPDX-License-Identifier: Apache-2.0
// A host program as C: what `runtime/host_vm` does with its bytecode, as text for a C compiler. Arguments are
// checked by the same functions with the same messages, since the text carries them
// (runtime/host_arguments.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/host_program.h"

namespace tirx::codegen {

// A launch as generated code has it: C expressions, one per argument of the kernel (int64_t, double or void*,
// by its type) and one int64_t per valued launch tag.
struct CLaunch {
  size_t kernel;  // index into HostProgram::kernels
  std::vector<std::string> args, values;
};

// A call of a function of tvm-ffi's registry, with C expressions for the arguments.
struct CGlobalCall {
  const runtime::HostGlobalCall& row;
  std::vector<std::string> args;  // texts as they are, without quotes
};

struct CHostOptions {
  // Statements that launch, or end the function with -1; lines without indentation.
  std::function<std::vector<std::string>(const CLaunch&)> launch;
  // The same for a global function that the generated code does without; no lines: it is called.
  std::function<std::vector<std::string>(const CGlobalCall&)> global_call;
  // Names that these statements use, beside those of the text itself.
  std::string reserved_names;
  // Of the symbols, after "__tvm_ffi_"; several libraries in one program differ by it.
  std::string symbol_prefix;
  // Before the definition of an entry point: linkage and visibility.
  std::string entry_linkage = "TIRX_EXPORT ";
};

// The functions of a valid program, in C and C++ alike. They stand on the texts of c_support.h and on
// `int tirx_check_ready(void)`, which raises where there is no device.
std::string GenerateCHostFunctions(const runtime::HostProgram& program, const CHostOptions& options);

// The symbols of the entry points, in order, and their names.
struct CEntry {
  std::string name, symbol;
};
std::vector<CEntry> EntriesOf(const runtime::HostProgram& program, const std::string& symbol_prefix);

// The function that gives a library's functions, one signature a line; tvm-ffi itself has no list of them.
inline constexpr const char* kListFunction = "_library_functions";
std::string ListSymbol(const std::string& symbol_prefix);
std::string ListFunction(const runtime::HostProgram& program, const std::string& symbol_prefix,
                         const std::string& linkage);

// Text as a C string literal, quotes included.
std::string CString(std::string_view text);
// Bytes as the lines of an array's initialiser.
std::string CBytes(std::string_view bytes);
// "{2, 32, 1}".
std::string CDType(DType dtype);

}  // namespace tirx::codegen
