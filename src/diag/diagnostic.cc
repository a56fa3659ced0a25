// SPDX-License-Identifier: Apache-2.0
#include "diag/diagnostic.h"

#include <algorithm>

#include "base/check.h"

namespace tirx::diag {
namespace {

struct KindRow {
  Kind kind;
  std::string_view name;
  Severity severity;
  std::string_view message;
};

constexpr KindRow kKinds[] = {
#define TIRX_DIAGNOSTIC(Name, severity, message) {Kind::Name, #Name, Severity::severity, message},
#include "diag/kinds.def"
#undef TIRX_DIAGNOSTIC
};

const KindRow& Row(Kind kind) {
  return kKinds[size_t(kind)];
}

}  // namespace

std::string_view KindName(Kind kind) {
  return Row(kind).name;
}
Severity SeverityOf(Kind kind) {
  return Row(kind).severity;
}
std::string_view MessageFormat(Kind kind) {
  return Row(kind).message;
}

std::vector<Kind> AllKinds() {
  std::vector<Kind> kinds;
  for (const auto& row : kKinds) kinds.push_back(row.kind);
  return kinds;
}

Diagnostic::Diagnostic(Kind kind, std::string message, Span span)
    : kind(kind), severity(SeverityOf(kind)), message(std::move(message)), span(std::move(span)) {}
Diagnostic::Diagnostic(const Diagnostic& other) = default;
Diagnostic::Diagnostic(Diagnostic&& other) noexcept = default;
Diagnostic& Diagnostic::operator=(const Diagnostic& other) = default;
Diagnostic& Diagnostic::operator=(Diagnostic&& other) noexcept = default;
Diagnostic::~Diagnostic() = default;

Diagnostic Make(Kind kind, Span span, std::initializer_list<std::string_view> arguments) {
  std::string_view format = MessageFormat(kind);
  std::string message;
  size_t used = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    bool placeholder = format[i] == '{' && i + 2 < format.size() && format[i + 2] == '}';
    if (!placeholder) {
      message += format[i];
      continue;
    }
    size_t index = size_t(format[i + 1] - '0');
    TIRX_CHECK(index < arguments.size(), std::string(KindName(kind)) + " needs more arguments");
    message += arguments.begin()[index];
    used = std::max(used, index + 1);
    i += 2;
  }
  TIRX_CHECK(used == arguments.size(), std::string(KindName(kind)) + " has unused arguments");
  return Diagnostic(kind, std::move(message), std::move(span));
}

bool HasErrors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

}  // namespace tirx::diag
