// SPDX-License-Identifier: Apache-2.0
// The language's own rows, registered as backend "core" before any other.
#pragma once

#include "backend/backend.h"

namespace tirx::backend {

extern const Backend kCoreBackend;

// One function per family of operations, each in its own file.
void RegisterMathOps(Registrar& registrar);
void RegisterMemoryOps(Registrar& registrar);
void RegisterGpuOps(Registrar& registrar);
void RegisterSubgroupOps(Registrar& registrar);
void RegisterAtomicOps(Registrar& registrar);
void RegisterHostOps(Registrar& registrar);
// Launch configurations (ir/record.h).
void RegisterLaunchRecords(Registrar& registrar);

}  // namespace tirx::backend
