// SPDX-License-Identifier: Apache-2.0
// Loading backends; docs/backends.md says what a load does and what it leaves behind when it fails.
#pragma once

#include <string>

namespace tirx {

// Loads a backend by name: all that it registers, or nothing. Loading it again does nothing. Throws Error.
void LoadBackend(const std::string& name);
// The backend of a shared library (docs/adding/backend.md).
void LoadBackendLibrary(const std::string& path);
bool IsBackendLoaded(const std::string& name);

}  // namespace tirx
