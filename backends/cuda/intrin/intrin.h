// SPDX-License-Identifier: Apache-2.0
// CUDA's own operations, T.cuda: one function for each family of rows.
#pragma once

#include "backend/registrar.h"

namespace tirx::cuda {

void RegisterBitIntrinsics(backend::Registrar& registrar);
void RegisterWarpIntrinsics(backend::Registrar& registrar);
void RegisterBarrierIntrinsics(backend::Registrar& registrar);
void RegisterIndexIntrinsics(backend::Registrar& registrar);
void RegisterMemoryIntrinsics(backend::Registrar& registrar);
void RegisterFastMathIntrinsics(backend::Registrar& registrar);
void RegisterConvertIntrinsics(backend::Registrar& registrar);
void RegisterPackedIntrinsics(backend::Registrar& registrar);
void RegisterDebugIntrinsics(backend::Registrar& registrar);
void RegisterTimeIntrinsics(backend::Registrar& registrar);

}  // namespace tirx::cuda
