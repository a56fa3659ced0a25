// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_options.h"

#include <charconv>

#include "ir/registry.h"

namespace tirx::pass {

namespace {

Result<int64_t> ParseCount(const std::string& key, const std::string& text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 0) return value;
  return Fail(DK::BadPassOption, Span(), {key, text, "a whole number from 0 on"});
}

}  // namespace

Status CheckPassOption(const PassRow& row, const std::string& key, const std::string& value) {
  if (ir::CurrentSnapshot().OwnerOf<PassRow>(row.name) != "core") return Ok{};
  std::string known = row.skippable ? "`" + std::string(row.name) + "=off`" : "";
  for (std::string_view option : kPassOptions) {
    if (option == key) {
      TIRX_RETURN_IF_FAILED(ParseCount(key, value));
      return Ok{};
    }
    if (option.substr(0, option.find('.')) == row.name)
      known += (known.empty() ? "`" : " or `") + std::string(option) + "`";
  }
  return Fail(DK::BadPassOption, Span(), {key, value, known.empty() ? "left out: the pass has none" : known});
}

Result<int64_t> CountOption(const PassContext& context, const std::string& key, int64_t otherwise) {
  auto given = context.options.find(key);
  return given == context.options.end() ? otherwise : ParseCount(key, given->second);
}

target::Target BoundTarget(const ir::IRModule& module) {
  for (const ir::Function& function : module->functions)
    if (function->is_exported() && ir::HasAttr(function->attrs, ir::attr::kTarget))
      return function->attrs[ir::attr::kTarget].cast<target::Target>();
  return target::Target();
}

}  // namespace tirx::pass
