// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_support.h"

namespace tirx::codegen {

std::string WithoutOwnIncludes(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    if (line.substr(0, 10) != "#include \"" && line.substr(0, 7) != "// SPDX" &&
        line.substr(0, 9) != "// NOLINT")
      out += line;
  }
  return out;
}

}  // namespace tirx::codegen
