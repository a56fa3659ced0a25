// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>

namespace tirx::ir {
namespace {

// Python 3.11, The Python Language Reference, section 2.3.1.
constexpr std::array<std::string_view, 35> kKeywords{
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Letters beyond ASCII are left as they are: the script may use them.
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// The part before a numeric suffix: "x" of "x_12".
std::string_view Stem(std::string_view name) {
  size_t digits = name.size();
  while (digits > 0 && IsDigit(name[digits - 1])) --digits;
  if (digits == name.size() || digits < 2 || name[digits - 1] != '_') return name;
  return name.substr(0, digits - 1);
}

// 12 of "x_12"; large for names without one, which is never the smaller of two.
int SuffixOf(std::string_view name) {
  int value = INT_MAX;
  size_t stem = Stem(name).size();
  if (stem < name.size()) std::from_chars(name.data() + stem + 1, name.data() + name.size(), value);
  return std::max(value, 1);
}

}  // namespace

std::string ScriptIdentifier(std::string_view name) {
  std::string out;
  for (char c : name) out += IsLetter(c) || IsDigit(c) ? c : '_';
  if (out.empty()) return "v";
  if (IsDigit(out[0])) out.insert(0, "_");
  if (std::find(kKeywords.begin(), kKeywords.end(), out) != kKeywords.end()) out += '_';
  return out;
}

ScriptNames::ScriptNames() {
  for (const char* name : {"T", "I", "range"}) Reserve(name);
}

void ScriptNames::Reserve(std::string_view name) {
  ++taken_[std::string(name)];
}

void ScriptNames::CloseScope() {
  while (defined_.size() > scopes_.back()) {
    const std::string& name = defined_.back();
    if (auto taken = taken_.find(name); --taken->second == 0) taken_.erase(taken);
    // Names are released last first, so that counting goes on from the lowest free number.
    if (auto suffix = next_suffix_.find(std::string(Stem(name))); suffix != next_suffix_.end())
      suffix->second = std::min(suffix->second, SuffixOf(name) - 1);
    defined_.pop_back();
  }
  scopes_.pop_back();
}

const std::string& ScriptNames::Define(const Var& var) {
  std::string name = ScriptIdentifier(View(var->name));
  if (taken_.count(name)) {
    std::string stem(Stem(name));
    int& suffix = next_suffix_[stem];
    do name = stem + "_" + std::to_string(++suffix);
    while (taken_.count(name));
  }
  ++taken_[name];
  defined_.push_back(name);
  return names_[var.get()] = std::move(name);
}

const std::string& ScriptNames::NameOf(const Var& var) {
  auto found = names_.find(var.get());
  return found == names_.end() ? Define(var) : found->second;
}

}  // namespace tirx::ir
