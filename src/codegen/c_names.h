// SPDX-License-Identifier: Apache-2.0
// NameSupply: identifiers that are legal in C, unlike each other and unlike what the dialect reserves.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tirx::codegen {

class NameSupply {
 public:
  // Every identifier in `text` is taken from now on: keyword lists, emission templates, helper texts.
  void Reserve(std::string_view text);
  // `wish`, made legal and, where it is taken, numbered: x, x_1, x_2.
  std::string Fresh(std::string_view wish);
  bool IsTaken(std::string_view name) const { return taken_.count(std::string(name)) != 0; }

 private:
  bool LooksLikeHelper(const std::string& name) const;

  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_number_;
};

// The words of C and C++ that cannot be identifiers.
extern const std::string_view kCKeywords;
// Whether an identifier of ASCII may hold it.
bool IsWordChar(char c);

}  // namespace tirx::codegen
