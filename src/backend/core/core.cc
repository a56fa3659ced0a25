// SPDX-License-Identifier: Apache-2.0
#include "backend/core/core.h"

namespace tirx::backend {

void RegisterCore(Registrar& registrar) {
  RegisterMathOps(registrar);
  RegisterMemoryOps(registrar);
  RegisterGpuOps(registrar);
  RegisterHostOps(registrar);
}

}  // namespace tirx::backend
