// SPDX-License-Identifier: Apache-2.0
// Namespaces of the script language, and the backends that are known but need not be loaded: so a name that
// is missing can be answered with the backend that brings it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "diag/diagnostic.h"

namespace tirx::ir {

// What stands between `T.` and the next dot. Its owner alone adds names below it.
struct NamespaceRow {
  static constexpr std::string_view kTable = "namespaces";
  std::string_view name;
  std::string_view doc = "";
};

struct KnownBackendRow {
  static constexpr std::string_view kTable = "known_backends";
  std::string_view name;
  std::string_view doc = "";
  std::span<const NamespaceRow> namespaces = {};
};

// "`T.cuda` is of backend `cuda`, which is not loaded", when a known backend that is not loaded has this
// namespace; nothing otherwise.
std::optional<diag::Diagnostic> NotLoadedNamespace(std::string_view name, const Span& span);
// The same for a target kind, which is named as its backend.
std::optional<diag::Diagnostic> NotLoadedTarget(std::string_view kind);

}  // namespace tirx::ir
