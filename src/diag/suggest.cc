// SPDX-License-Identifier: Apache-2.0
#include "diag/suggest.h"

#include <algorithm>
#include <numeric>

namespace tirx::diag {
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

bool CoversExactly(const Span& span, std::string_view name) {
  return span.defined() && span->line == span->end_line &&
         size_t(span->end_column - span->column) == name.size() &&
         span->file.Line(span->line).substr(size_t(span->column - 1), name.size()) == name;
}

}  // namespace

std::string_view Closest(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  // About two thirds of a name must be right.
  size_t limit = std::min<size_t>((name.size() + 1) / 3, 3), best_distance = limit + 1;
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
  return best;
}

Diagnostic Suggest(Diagnostic diagnostic, std::string_view name,
                   const std::vector<std::string_view>& candidates, std::string_view prefix) {
  std::string close(Closest(name, candidates));
  if (close.empty()) return diagnostic;
  diagnostic.notes.push_back({Span(), "did you mean `" + std::string(prefix) + close + "`?"});
  if (CoversExactly(diagnostic.span, name)) diagnostic.fixits.push_back({diagnostic.span, close});
  return diagnostic;
}

namespace {

std::string Listed(const std::vector<std::string_view>& names, char quote, const char* last) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? last : ", ") + (quote + std::string(names[i]) + quote);
  return out;
}

}  // namespace

std::string OneOf(const std::vector<std::string_view>& names, char quote) {
  return Listed(names, quote, " or ");
}

std::string AllOf(const std::vector<std::string_view>& names) {
  return names.empty() ? "none" : Listed(names, '`', " and ");
}

std::string OneOfChoices(std::string_view choices) {
  std::vector<std::string_view> names;
  for (size_t bar; (bar = choices.find('|')) != std::string_view::npos; choices.remove_prefix(bar + 1))
    names.push_back(choices.substr(0, bar));
  names.push_back(choices);
  return OneOf(names, '"');
}

std::string Counted(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace tirx::diag
