// SPDX-License-Identifier: Apache-2.0
// Named NVIDIA devices, `nvidia/<name>`: architecture, limits, and the last toolkit that builds for it.
#pragma once

#include "backend/registrar.h"
#include "target/target.h"

namespace tirx::cuda {

void RegisterTags(backend::Registrar& registrar);

}  // namespace tirx::cuda
