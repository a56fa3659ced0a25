// SPDX-License-Identifier: Apache-2.0
// A hash map by text that is asked with views: looking a name up makes no string.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tirx {

struct StringHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <class Value>
using StringMap = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;

}  // namespace tirx
