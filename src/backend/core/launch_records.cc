// SPDX-License-Identifier: Apache-2.0
// The launch configuration of the portable language.
#include "backend/core/core.h"
#include "ir/record.h"

namespace tirx::backend {
namespace {

using ir::FieldKind;

// clang-format off
constexpr ir::RecordField kLaunchFields[] = {
    {.name = "grid",  .kind = FieldKind::Dims, .required = true, .min = 1, .max = UINT32_MAX, .tag = "blockIdx", .index = "gpu.block_idx",
     .doc = "Blocks along x, y, z."},
    {.name = "block", .kind = FieldKind::Dims, .required = true, .min = 1, .max = UINT32_MAX, .tag = "threadIdx", .index = "gpu.thread_idx",
     .doc = "Threads of a block along x, y, z."},
    {.name = "dynamic_smem_bytes", .kind = FieldKind::Int, .min = 0, .max = UINT32_MAX, .tag = "tirx.use_dyn_shared_memory",
     .doc = "Bytes of dynamic shared memory; what the kernel's tensor of that scope needs, when left out."},
};

constexpr ir::RecordRow kRecords[] = {
    {.name = "gpu.LaunchConfig", .use = ir::RecordUse::Launch, .fields = kLaunchFields,
     .doc = "How a device entry is launched."},
};
// clang-format on

}  // namespace

void RegisterLaunchRecords(Registrar& registrar) {
  registrar.Add(kRecords);
}

}  // namespace tirx::backend
