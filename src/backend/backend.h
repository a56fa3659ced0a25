// SPDX-License-Identifier: Apache-2.0
// A backend: a name and one function that registers everything it owns.
#pragma once

#include <string_view>
#include <vector>

#include "backend/registrar.h"

namespace tirx::backend {

struct Backend {
  std::string_view name;
  void (*register_rows)(Registrar&);
  std::string_view doc;  // one sentence: what it compiles for
};

// The backends built into this library, in load order (backends/all.cc, the only file that names them).
const std::vector<Backend>& BuiltinBackends();

}  // namespace tirx::backend
