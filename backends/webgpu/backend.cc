// SPDX-License-Identifier: Apache-2.0
// GPUs through WebGPU: WGSL text, no 64-bit integers, scalars in a uniform block. No code is generated for it
// yet: a compile is refused by name, the simulator runs its kernels.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::webgpu {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"max_threads_per_block", AttrKind::Int},
    {"max_shared_memory_per_block", AttrKind::Int},
    {"thread_warp_size", AttrKind::Int},
    {"max_num_threads", AttrKind::Int},
    {"supports_subgroups", AttrKind::Bool},
};

// WebGPU, "Limits": maxComputeWorkgroupsPerDimension
constexpr target::LaunchMost kLaunchMost[] = {
    {"blockIdx.x", 65535}, {"blockIdx.y", 65535}, {"blockIdx.z", 65535}};

const target::TargetKindRow kKinds[] = {
    {.name = "webgpu",
     .device_type = kDLWebGPU,
     .attrs = kAttrs,
     .max_threads_per_block = 256,
     .max_static_shared_bytes = 32768,
     .subgroup_size = 1,
     .launch_most = kLaunchMost,
     .doc = "GPUs through WebGPU; targets only, no code yet."},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
}

}  // namespace

extern constinit const backend::Backend kBackend{"webgpu", Register,
                                                 "GPUs through WebGPU; targets only, no code yet."};

}  // namespace tirx::webgpu
