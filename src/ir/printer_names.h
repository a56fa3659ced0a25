// SPDX-License-Identifier: Apache-2.0
// Names of variables in printed script: unique in their scope, the same on every run.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/expr.h"

namespace tirx::ir {

// `name` with what an identifier cannot hold replaced; never empty and never a keyword.
std::string ScriptIdentifier(std::string_view name);

class ScriptNames {
 public:
  ScriptNames();
  // Kept from variables: names that mean something else in the script.
  void Reserve(std::string_view name);
  // Names defined after OpenScope are free again after CloseScope.
  void OpenScope() { scopes_.push_back(defined_.size()); }
  void CloseScope();
  // Gives the variable a name: its own if no other in scope has it.
  const std::string& Define(const Var& var);
  // The name of a variable; one that was never defined keeps its own, as far as it is free.
  const std::string& NameOf(const Var& var);
  bool IsDefined(const Var& var) const { return names_.count(var.get()) != 0; }

 private:
  std::unordered_map<const Object*, std::string> names_;
  std::unordered_map<std::string, int> taken_;  // how many variables in scope have it; reserved ones count
  std::unordered_map<std::string, int> next_suffix_;
  std::vector<std::string> defined_;
  std::vector<size_t> scopes_;
};

}  // namespace tirx::ir
