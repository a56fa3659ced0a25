// SPDX-License-Identifier: Apache-2.0
#include "script/scope.h"

namespace tirx::script {

Binding* Scope::Find(std::string_view name) {
  auto it = names_.find(name);
  return it == names_.end() ? nullptr : &it->second;
}

void Scope::CollectNames(std::vector<std::string_view>* out) const {
  for (const auto& [name, binding] : names_) out->push_back(name);
}

}  // namespace tirx::script
