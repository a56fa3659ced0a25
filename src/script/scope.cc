// SPDX-License-Identifier: Apache-2.0
#include "script/scope.h"

#include <algorithm>
#include <numeric>

namespace tirx::script {
namespace {

// Levenshtein distance, with a swap of neighbours as one step.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), size_t(0));
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t substitute = previous[j - 1] + (a[i - 1] != b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitute});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

}  // namespace

Binding* Scope::Find(std::string_view name) {
  auto it = names_.find(std::string(name));
  return it == names_.end() ? nullptr : &it->second;
}

void Scope::CollectNames(std::vector<std::string_view>* out) const {
  for (const auto& [name, binding] : names_) out->push_back(name);
}

std::string_view Closest(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  size_t limit = name.size() < 3 ? 1 : name.size() < 6 ? 2 : 3, best_distance = limit + 1;
  for (std::string_view candidate : candidates) {
    if (candidate == name || candidate.size() > name.size() + limit || name.size() > candidate.size() + limit)
      continue;
    size_t distance = EditDistance(name, candidate);
    // Ties go to the alphabetically first, so that messages do not depend on table order.
    if (distance < best_distance || (distance == best_distance && !best.empty() && candidate < best)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best_distance < name.size() ? best : std::string_view();
}

}  // namespace tirx::script
