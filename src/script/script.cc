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

Result<Specialized> Specialize(const SourceFile& file, std::string_view name,
                               std::map<std::string, Any, std::less<>> values, Options options) {
  options.specialize = std::move(values);
  TIRX_TRY(auto ast, ParseFile(file));
  Elaborator elaborator(options);
  TIRX_TRY(ir::IRModule module, elaborator.RunFunction(std::move(ast), name));
  return Specialized{module, elaborator.root_name()};
}

Result<Any> ParseConstant(const SourceFile& text) {
  TIRX_TRY(auto ast, ParseFile(text));
  auto* bare = ast->body.size() == 1 ? As<ExprStmt>(ast->body[0]) : nullptr;
  if (!bare)
    return Fail(DK::NotAValue, Span(text, 1, 1, 1, 2), {"this text", "one expression must stand here"});
  if (auto* word = As<NameExpr>(bare->value)) return Any(String(std::string(word->id)));
  Options options;
  TIRX_TRY(Value value, Elaborator(options).RunExpression(ast));
  if (auto any = ToAny(value)) return *any;
  return Fail(DK::NotAValue, Span(text, 1, 1, 1, 2),
              {DescribeKind(value), "a compile-time value must stand here"});
}

Result<Any> EvaluateCall(const LanguageCall& call, const Options& options) {
  return Elaborator(options).RunCall(call);
}

Result<Any> EvaluateAttribute(const LanguageValue& owner, std::string_view name, const Span& at) {
  Options options;
  return Elaborator(options).RunAttribute(owner, name, at);
}

Result<std::string> EvaluateExpression(const SourceFile& file, const Options& options) {
  TIRX_TRY(auto ast, ParseFile(file));
  TIRX_TRY(Value value, Elaborator(options).RunExpression(std::move(ast)));
  return Repr(value);
}

}  // namespace tirx::script
