// SPDX-License-Identifier: Apache-2.0
// The records that the backend adds to the language: launches, kernel attributes and their parts.
#pragma once

#include "backend/registrar.h"

namespace tirx::cuda {

// T.cuda.LaunchConfig, its parts, and T.cuda.KernelAttributes.
void RegisterLaunchRecords(backend::Registrar& registrar);

}  // namespace tirx::cuda
