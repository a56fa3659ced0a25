// SPDX-License-Identifier: Apache-2.0
// A second spelling of an operation or special form, contributed by a backend: its namespace may re-export
// what the portable core owns. The alias prints as its target.
#pragma once

#include <string_view>

namespace tirx::script {

struct AliasRow {
  static constexpr std::string_view kTable = "script_aliases";
  std::string_view name;    // the path after `T.`
  std::string_view target;  // likewise
};

}  // namespace tirx::script
