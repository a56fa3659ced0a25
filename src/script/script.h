// SPDX-License-Identifier: Apache-2.0
// The script front end: TIRx script (Python syntax) to IR.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "diag/result.h"
#include "ir/function.h"
#include "script/captured.h"
#include "script/foreign.h"

namespace tirx::script {

struct Options {
  // What the source may name besides its own names: values, and what captured.h has.
  std::map<std::string, Any, std::less<>> captured;
  // Compile-time parameters of `@T.jit` functions: each that has one of them is specialised.
  std::map<std::string, Any, std::less<>> specialize;
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

// A `@T.jit` function of a source text with values for its compile-time parameters, and None for tensors that
// are left out, as Options::specialize has them. The function's name is made of its own and of the values.
struct Specialized {
  ir::IRModule module;
  std::string function;  // the name of the one that was asked for
};
Result<Specialized> Specialize(const SourceFile& file, std::string_view name,
                               std::map<std::string, Any, std::less<>> values, Options options = {});

// A compile-time value as text: `128`, `(4, 8)`, `"float16"`; a bare word is a string.
Result<Any> ParseConstant(const SourceFile& text);

// What a name of the language gives where it is called outside of any kernel, or an attribute of what it
// gave: plain values, IR, or a LanguageValue (captured.h).
Result<Any> EvaluateCall(const LanguageCall& call, const Options& options = {});
Result<Any> EvaluateAttribute(const LanguageValue& owner, std::string_view name, const Span& at);

// The repr() of an expression of the compile-time subset: for tests against CPython.
Result<std::string> EvaluateExpression(const SourceFile& file, const Options& options = {});

}  // namespace tirx::script
