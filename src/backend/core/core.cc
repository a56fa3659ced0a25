// SPDX-License-Identifier: Apache-2.0
#include "backend/core/core.h"

#include "pass/passes.h"
#include "pass/pipelines.h"
#include "target/target.h"

namespace tirx::backend {

void RegisterCore(Registrar& registrar) {
  registrar.Add(target::kHostKinds);
  registrar.Add(pass::kPasses);
  registrar.Add(pass::kPipelines);
  RegisterMathOps(registrar);
  RegisterMemoryOps(registrar);
  RegisterGpuOps(registrar);
  RegisterSubgroupOps(registrar);
  RegisterAtomicOps(registrar);
  RegisterHostOps(registrar);
}

}  // namespace tirx::backend
