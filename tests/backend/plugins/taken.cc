// SPDX-License-Identifier: Apache-2.0
// A backend library with the name of a built-in backend.
#include "backend/plugin.h"

namespace {

void Register(tirx::backend::Registrar&) {}
const tirx::backend::Backend kBackend{"null", Register};

}  // namespace

TIRX_BACKEND_LIBRARY(kBackend)
