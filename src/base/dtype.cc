// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <charconv>

#include "base/element_types.h"

namespace tirx {
namespace {

std::optional<int> ParseInt(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) return std::nullopt;
  return value;
}

std::optional<DType> ParseScalar(std::string_view name) {
  for (const ElementType& row : kElementTypes)
    if (row.name == name || (row.is_alias && row.short_name == name)) return row.dtype;
  return std::nullopt;
}

}  // namespace

std::string DTypeName(DType t) {
  std::string lanes = t.lanes > 1 ? "x" + std::to_string(t.lanes) : "";
  if (int i = ElementIndex(t); i >= 0) return std::string(kElementTypes[i].name) + lanes;
  // No type of the language; messages about foreign tensors name it all the same.
  std::string bits = std::to_string(t.bits) + lanes;
  if (IsInt(t) || IsUInt(t)) return (IsInt(t) ? "int" : "uint") + bits;
  return IsIeeeFloat(t) ? "float" + bits : "unknown" + std::to_string(t.code) + "_" + bits;
}

const std::vector<std::string_view>& DTypeNames() {
  static const auto* names = [] {
    auto* all = new std::vector<std::string_view>;
    for (const ElementType& row : kElementTypes) all->push_back(row.name);
    return all;
  }();
  return *names;
}

std::optional<DType> ParseDType(std::string_view name) {
  if (auto t = ParseScalar(name)) return t;
  size_t x = name.rfind('x');
  if (x == std::string_view::npos) return std::nullopt;
  auto scalar = ParseScalar(name.substr(0, x));
  auto lanes = ParseInt(name.substr(x + 1));
  if (!scalar || !lanes || *lanes < 2 || *lanes > 1024 || scalar->code == kDLOpaqueHandle)
    return std::nullopt;
  return WithLanes(*scalar, *lanes);
}

}  // namespace tirx
