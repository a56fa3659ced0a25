// SPDX-License-Identifier: Apache-2.0
// Expansion of the templates of a dialect's tables; their syntax is in codegen/c_dialect.h.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/c_text.h"
#include "ir/expr.h"

namespace tirx::codegen {

struct TemplateInput {
  std::vector<CText> operands;
  std::vector<CText> addresses;  // of operands that are tensor elements; empty text for others
  Attrs attrs;
  std::string type, short_type;                  // of the result
  std::string operand_type, operand_short_type;  // of operand 0
};

// Replaces each key, written with its braces, everywhere; other braces belong to C. For declarations and
// preludes.
std::string FillKeys(std::string_view text,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> values);

CText ExpandTemplate(std::string_view text, const TemplateInput& input);

}  // namespace tirx::codegen
