// SPDX-License-Identifier: Apache-2.0
// include/tirx/backend.h over the loader.
#include "backend/library_loader.h"
#include "backend/loader.h"
#include "driver/library.h"
#include "driver/public_api.h"
#include "tirx/backend.h"

namespace tirx {

void LoadBackend(const std::string& name) {
  driver::EnsureLibrary();
  if (Status status = backend::Load(name); !status.ok()) ThrowError(status.diagnostics());
}

void LoadBackendLibrary(const std::string& path) {
  driver::EnsureLibrary();
  if (Status status = backend::LoadLibrary(path); !status.ok()) ThrowError(status.diagnostics());
}

bool IsBackendLoaded(const std::string& name) {
  driver::EnsureLibrary();
  return backend::IsLoaded(name);
}

}  // namespace tirx
