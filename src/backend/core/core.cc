// SPDX-License-Identifier: Apache-2.0
#include "backend/core/core.h"

#include "pass/passes.h"
#include "pass/pipelines.h"
#include "target/target.h"

namespace tirx::backend {

namespace {

const ir::NamespaceRow kNamespaces[] = {
    {"gpu", "What every GPU has: launches, indices, barriers, subgroups, atomics."},
    {"host", "What only host functions do."},
};

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
  RegisterLaunchRecords(registrar);
}

}  // namespace

const Backend kCoreBackend{"core", RegisterCore, "The language itself.", kNamespaces};

}  // namespace tirx::backend
