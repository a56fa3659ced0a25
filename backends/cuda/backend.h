// SPDX-License-Identifier: Apache-2.0
// The CUDA backend's one function for the loader; backend.cc says what it is about.
#pragma once

#include "backend/registrar.h"

namespace tirx::cuda {

void RegisterCuda(backend::Registrar& registrar);

}  // namespace tirx::cuda
