// SPDX-License-Identifier: Apache-2.0
#include "script/form.h"

namespace tirx::script {

// "shape, dtype, *, scope=, align=" or "*axes" or "grid, **rest".
Signature SignatureOf(std::string callee, std::string_view params) {
  Signature signature;
  signature.callee = std::move(callee);
  bool keyword_only = false;
  std::string_view rest = params;
  while (!rest.empty()) {
    size_t comma = rest.find(", ");
    std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
    if (part == "*") {
      keyword_only = true;
    } else if (part.substr(0, 2) == "**") {
      signature.rest_keywords = true;
    } else if (part[0] == '*') {
      signature.rest = keyword_only = true;
    } else {
      bool optional = part.back() == '=';
      signature.params.push_back(
          {optional ? part.substr(0, part.size() - 1) : part, !optional, keyword_only, false});
    }
  }
  return signature;
}

const Form* FindIn(std::span<const Form> table, std::string_view name) {
  for (const Form& form : table) {
    if (form.name == name) return &form;
  }
  return nullptr;
}

}  // namespace tirx::script
