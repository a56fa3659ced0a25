// SPDX-License-Identifier: Apache-2.0
// Operations on foreign objects, through the caller's protocol.
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
  return result.ok() ? FromAny(*result) : Report(result);
}

Value Elaborator::CallForeign(const Value& callee, const Arguments& arguments) {
  if (!options_.foreign) return Error(DK::OpaqueUse, arguments.at, {"this Python object"});
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
  return result.ok() ? FromAny(*result) : Report(result);
}

}  // namespace tirx::script
