// SPDX-License-Identifier: Apache-2.0
// The null backend's one function for the loader.
#pragma once

#include "backend/registrar.h"

namespace tirx::null {

void RegisterNull(backend::Registrar& registrar);

}  // namespace tirx::null
