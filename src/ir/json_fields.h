// SPDX-License-Identifier: Apache-2.0
// What reflection says of a node type, as JSON needs it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/node.h"

namespace tirx::ir {

struct JsonField {
  const TVMFFIFieldInfo* info;
  std::string name;
  bool inlined;  // a number, bool or dtype, written in place; others are nodes of their own
};

// Of the type and its bases, bases first; the same vector on every call in this thread.
const std::vector<JsonField>& JsonFieldsOf(int32_t type_index);

// Of the NaN that arithmetic makes.
inline constexpr uint64_t kQuietNan = 0x7FF8000000000000;

// A float as JSON that reads back exactly and as a float: a number, or Infinity, -Infinity and NaN as
// tvm-ffi's parser takes them; what it does not take, subnormal numbers and other NaNs, is the string of the
// bits.
std::string JsonFloat(double value);
// tvm-ffi's name of a dtype: "" for void.
std::string JsonDType(DLDataType dtype);

}  // namespace tirx::ir
