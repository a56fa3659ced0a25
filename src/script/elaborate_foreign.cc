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
    auto any = ToAny(Once(operand, "value", at));
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
  // Python may use them several times.
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    arguments.positional[i] = Once(arguments.positional[i], "value", arguments.positional_at[i]);
  for (size_t i = 0; i < arguments.keywords.size(); ++i)
    arguments.keywords[i].second = Once(arguments.keywords[i].second, "value", arguments.keyword_at[i]);
  auto operands = OperandsOf(arguments);
  if (!operands) return Value();
  operands->positional.insert(operands->positional.begin(), *ToAny(callee));
  auto result = options_.foreign->Apply(ForeignProtocol::Operation::Call, operands->positional,
                                        operands->keywords, SpanAt(arguments.at));
  return result.ok() ? FromForeign(*result) : Report(result);
}

// The arguments as other languages get them, cells loaded; nothing after an error.
std::optional<FunctionOperands> Elaborator::OperandsOf(const Arguments& arguments) {
  FunctionOperands operands;
  auto convert = [this](const Value& value, const Range& at) -> std::optional<Any> {
    auto* tensor = value.Get<TensorValue>();
    bool is_cell = tensor && tensor->var.tensor_type()->cell;
    std::optional<Any> any = ToAny(is_cell ? LoadCell(tensor->var, at) : value);
    if (!any) Error(DK::NotForPython, at, {DescribeKind(value)});
    return any;
  };
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    auto any = convert(arguments.positional[i], arguments.positional_at[i]);
    if (!any) return std::nullopt;
    operands.positional.push_back(*any);
  }
  for (size_t i = 0; i < arguments.keywords.size(); ++i) {
    const auto& [name, value] = arguments.keywords[i];
    auto any = convert(value, arguments.keyword_at[i]);
    if (!any) return std::nullopt;
    operands.keywords.emplace_back(std::string(name.text), *any);
  }
  return operands;
}

Value Elaborator::CallFunction(const FunctionRow& row, const Arguments& arguments) {
  Bound bound;
  if (!BindArguments(SignatureOf("T." + std::string(row.name), row.params), arguments, &bound))
    return Value();
  auto operands = OperandsOf(arguments);
  if (!operands) return Value();
  auto made = row.call(*operands, SpanAt(arguments.at));
  return made.ok() ? Resolved(FromForeign(*made), arguments.at) : Report(made);
}

}  // namespace tirx::script
