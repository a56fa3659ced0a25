// SPDX-License-Identifier: Apache-2.0
// A backend library that was built for another interface; its backend must not be looked at.
#include "backend/plugin.h"

extern "C" const tirx::backend::BackendLibrary* TirxBackendLibrary() {
  static const tirx::backend::BackendLibrary library{tirx::backend::kBackendAbi + 1, nullptr};
  return &library;
}
