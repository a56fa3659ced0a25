// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_names.h"

#include <cctype>

#include "base/type_set.h"

namespace tirx::codegen {
bool IsWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

namespace {

// Script names are Python identifiers, which may hold any letter; C gets ASCII. Two underscores belong to the
// compiler.
std::string Legal(std::string_view wish) {
  std::string name;
  for (char c : wish) {
    char legal = IsWordChar(c) ? c : '_';
    if (legal == '_' && !name.empty() && name.back() == '_') continue;
    name += legal;
  }
  if (name.empty() || name == "_" || std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
  return name;
}

}  // namespace

void NameSupply::Reserve(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    if (!IsWordChar(text[i])) {
      ++i;
      continue;
    }
    size_t start = i;
    while (i < text.size() && IsWordChar(text[i])) ++i;
    bool is_member = start > 0 && text[start - 1] == '.';
    bool is_number = std::isdigit(static_cast<unsigned char>(text[start]));
    if (!is_member && !is_number) taken_.emplace(text.substr(start, i - start));
  }
}

// A helper's name ends in a type, `floordiv_i32`; the template that calls it reserved `floordiv_`.
bool NameSupply::LooksLikeHelper(const std::string& name) const {
  size_t underscore = name.rfind('_');
  if (underscore == std::string::npos || !taken_.count(name.substr(0, underscore + 1))) return false;
  return IsShortName(std::string_view(name).substr(underscore + 1));
}

std::string NameSupply::Fresh(std::string_view wish) {
  std::string base = Legal(wish);
  if (LooksLikeHelper(base)) base = "v_" + base;
  std::string name = base;
  while (!taken_.insert(name).second) name = base + "_" + std::to_string(++next_number_[base]);
  return name;
}

const std::string_view kCKeywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t "
    "class compl "
    "concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype "
    "default "
    "delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline "
    "int long "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct "
    "switch "
    "template this thread_local throw true try typedef typeid typename union unsigned using virtual void "
    "volatile "
    "wchar_t while xor xor_eq main NULL";

}  // namespace tirx::codegen
