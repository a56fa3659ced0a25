// SPDX-License-Identifier: Apache-2.0
// A backend: a name and one function that registers everything it owns.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "backend/registrar.h"
#include "base/hook.h"
#include "ir/known_backend.h"

namespace tirx::backend {

struct Backend {
  std::string_view name;
  Hook<void(Registrar&)> register_rows;
  std::string_view doc = "";  // one sentence: what it compiles for
  // What it owns of the script language: the loader registers these, and its names stand below one of them.
  std::span<const ir::NamespaceRow> namespaces = {};
};

// The backends built into this library, in load order (backends/builtin.def, the only file that names them).
const std::vector<const Backend*>& BuiltinBackends();

}  // namespace tirx::backend
