// SPDX-License-Identifier: Apache-2.0
// Operations on foreign objects, through the caller's protocol.
#include <algorithm>

#include "script/elaborator.h"

namespace tirx::script {

Value Elaborator::Simplified(const Value& value, const Range& at) {
  auto* foreign = value.Get<ForeignValue>();
  if (!foreign || !options_.foreign) return value;
  auto converted = options_.foreign->Convert(foreign->object, SpanAt(at));
  return converted.ok() ? FromAny(*converted) : Report(converted);
}

Value Elaborator::ForeignOperation(uint8_t operation, const std::vector<Value>& operands, const Range& at) {
  if (!options_.foreign) return Error(DK::OpaqueUse, at, {"this Python object"});
  std::vector<Any> converted;
  for (const Value& operand : operands) {
    if (operand.failed()) return Value();
    auto any = ToAny(operand);
    if (!any) return Error(DK::NotForPython, at, {DescribeKind(operand)});
    converted.push_back(*any);
  }
  auto result = options_.foreign->Apply(ForeignProtocol::Operation(operation), converted, {}, SpanAt(at));
  return result.ok() ? FromForeign(*result) : Report(result);
}

namespace {

// Whether the foreign language could compute with the value: it is neither of the program nor of this front
// end.
bool IsPlainData(const Value& value) {
  if (auto* items = value.sequence()) return std::all_of(items->begin(), items->end(), IsPlainData);
  return IsCompileTime(value) && ToAny(value).has_value();
}

bool ArePlainData(const Arguments& arguments) {
  return std::all_of(arguments.positional.begin(), arguments.positional.end(), IsPlainData) &&
         std::all_of(arguments.keywords.begin(), arguments.keywords.end(),
                     [](const auto& keyword) { return IsPlainData(keyword.second); });
}

}  // namespace

// A plain function of the foreign language runs there, as long as it gets plain data. Given values of the
// program, it is read as script, where its source is at hand.
Value Elaborator::CallForeign(const Value& callee, const Arguments& given) {
  if (!options_.foreign) return Error(DK::OpaqueUse, given.at, {"this Python object"});
  Arguments arguments = given;
  if (!ArePlainData(arguments)) {
    Value definition = ForeignOperation(uint8_t(ForeignProtocol::Operation::Define), {callee}, given.at);
    if (definition.failed()) return Value();
    Value read = Resolved(definition, given.at);
    if (!read.is_none()) return read.failed() ? Value() : Call(read, arguments, given.at);
  }
  auto load_cell = [this](Value* value, const Range& at) {
    auto* tensor = value->Get<TensorValue>();
    if (tensor && tensor->var.tensor_type()->cell) *value = LoadCell(tensor->var, at);
  };
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    load_cell(&arguments.positional[i], arguments.positional_at[i]);
  for (size_t i = 0; i < arguments.keywords.size(); ++i)
    load_cell(&arguments.keywords[i].second, arguments.keyword_at[i]);
  std::vector<Any> operands{*ToAny(callee)};
  std::vector<std::pair<std::string, Any>> keywords;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    auto any = ToAny(arguments.positional[i]);
    if (!any)
      return Error(DK::NotForPython, arguments.positional_at[i], {DescribeKind(arguments.positional[i])});
    operands.push_back(*any);
  }
  for (size_t i = 0; i < arguments.keywords.size(); ++i) {
    auto any = ToAny(arguments.keywords[i].second);
    if (!any)
      return Error(DK::NotForPython, arguments.keyword_at[i], {DescribeKind(arguments.keywords[i].second)});
    keywords.emplace_back(std::string(arguments.keywords[i].first.text), *any);
  }
  auto result =
      options_.foreign->Apply(ForeignProtocol::Operation::Call, operands, keywords, SpanAt(arguments.at));
  return result.ok() ? FromForeign(*result) : Report(result);
}

}  // namespace tirx::script
