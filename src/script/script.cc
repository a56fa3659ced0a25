// SPDX-License-Identifier: Apache-2.0
#include "script/script.h"

#include "script/elaborator.h"
#include "script/parser.h"

namespace tirx::script {

Result<ir::IRModule> ParseModule(const SourceFile& file, const Options& options) {
  TIRX_TRY(auto ast, ParseFile(file));
  return Elaborator(options).RunModule(std::move(ast));
}

Result<ir::IRModule> ParseFunction(const SourceFile& file, std::string_view name, const Options& options) {
  TIRX_TRY(auto ast, ParseFile(file));
  return Elaborator(options).RunFunction(std::move(ast), name);
}

Result<std::string> EvaluateExpression(const SourceFile& file, const Options& options) {
  TIRX_TRY(auto ast, ParseFile(file));
  TIRX_TRY(Value value, Elaborator(options).RunExpression(std::move(ast)));
  return Repr(value);
}

}  // namespace tirx::script
