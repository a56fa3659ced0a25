// SPDX-License-Identifier: Apache-2.0
// The script front end: TIRx script (Python syntax) to IR.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "diag/result.h"
#include "ir/function.h"
#include "script/foreign.h"

namespace tirx::script {

struct Options {
  // Python objects that the source may name, by name; looked up after the file's own names.
  std::map<std::string, Any, std::less<>> captured;
  // Names bound to our own modules: {"T", "tirx.script"}, {"I", "tirx.script.ir"}.
  std::map<std::string, std::string, std::less<>> modules;
  ForeignProtocol* foreign =
      nullptr;  // null: a captured object that is not a simple value can only be passed around
  int64_t step_limit = 20'000'000;  // of compile-time evaluation
};

// Every decorated function of a file, in order; the file's other names are evaluated when a function reaches
// them. A file with one `@I.ir_module` class gives that class's functions.
Result<ir::IRModule> ParseModule(const SourceFile& file, const Options& options = {});

// The function `name` of a source text, with the functions that it reaches: what the Python decorator calls.
Result<ir::IRModule> ParseFunction(const SourceFile& file, std::string_view name,
                                   const Options& options = {});

// The repr() of an expression of the compile-time subset: for tests against CPython.
Result<std::string> EvaluateExpression(const SourceFile& file, const Options& options = {});

}  // namespace tirx::script
