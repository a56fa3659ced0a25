// SPDX-License-Identifier: Apache-2.0
// The table of the built-in backends (builtin.def) for the loader.
#include "backend/backend.h"

#define TIRX_BACKEND(name)                      \
  namespace tirx::name {                        \
  extern const tirx::backend::Backend kBackend; \
  }
#define TIRX_BACKEND_WITH_RUNTIME(name) TIRX_BACKEND(name)
#include "backends/builtin.def"
#undef TIRX_BACKEND

namespace tirx::backend {

const std::vector<const Backend*>& BuiltinBackends() {
#define TIRX_BACKEND(name) &name::kBackend,
  static const auto* backends = new std::vector<const Backend*>{
#include "backends/builtin.def"
  };
#undef TIRX_BACKEND
  return *backends;
}

}  // namespace tirx::backend
