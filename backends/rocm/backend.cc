// SPDX-License-Identifier: Apache-2.0
// AMD GPUs, which HIP programs: wavefronts of 64 lanes (32 on the gfx10 and later families), 64 KiB of local
// data share a workgroup. No code is generated for it yet: a compile is refused by name, the simulator runs
// its kernels.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::rocm {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"mcpu", AttrKind::Text, "gfx942"},
    {"mtriple", AttrKind::Text},
    {"mattr", AttrKind::Json},
    {"max_threads_per_block", AttrKind::Int},
    {"max_shared_memory_per_block", AttrKind::Int},
    {"thread_warp_size", AttrKind::Int},
    {"max_num_threads", AttrKind::Int},
};

const target::TargetKindRow kKinds[] = {
    {.name = "rocm",
     .device_type = kDLROCM,
     .attrs = kAttrs,
     .max_threads_per_block = 256,
     .max_static_shared_bytes = 65536,
     .subgroup_size = 64,
     .doc = "AMD GPUs; targets only, no code yet."},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
}

}  // namespace

extern constinit const backend::Backend kBackend{"rocm", Register, "AMD GPUs; targets only, no code yet."};

}  // namespace tirx::rocm
