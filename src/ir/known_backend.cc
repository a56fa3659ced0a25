// SPDX-License-Identifier: Apache-2.0
#include "ir/known_backend.h"

#include "ir/registry.h"

namespace tirx::ir {
namespace {

diag::Diagnostic NotLoaded(const std::string& what, std::string_view backend, const Span& span) {
  std::string name(backend);
  return diag::Make(DK::BackendNotLoaded, span, {what, name})
      .WithNote(Span(), "load it before: `tirx.backend.load(\"" + name +
                            "\")`; or let built-in backends load by themselves, without "
                            "`TIRX_DEVICE_BACKEND_AUTOLOAD=0` in the environment");
}

bool HasNamespace(const KnownBackendRow& backend, std::string_view name) {
  for (const NamespaceRow& row : backend.namespaces)
    if (row.name == name) return true;
  return false;
}

}  // namespace

std::optional<diag::Diagnostic> NotLoadedNamespace(std::string_view name, const Span& span) {
  for (auto* backend : CurrentSnapshot().All<KnownBackendRow>())
    if (HasNamespace(*backend, name) && !CurrentSnapshot().IsLoaded(backend->name))
      return NotLoaded("T." + std::string(name), backend->name, span);
  return std::nullopt;
}

std::optional<diag::Diagnostic> NotLoadedTarget(std::string_view kind) {
  auto* backend = CurrentSnapshot().Find<KnownBackendRow>(kind);
  if (!backend || CurrentSnapshot().IsLoaded(kind)) return std::nullopt;
  return NotLoaded(std::string(kind), backend->name, Span());
}

}  // namespace tirx::ir
