// SPDX-License-Identifier: Apache-2.0
// Apple GPUs, which Metal programs. What is scarce: 32 KiB of threadgroup memory; 31 arguments a kernel. No
// code is generated for it yet: a compile is refused by name, the simulator runs its kernels.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::metal {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"max_threads_per_block", AttrKind::Int},
    {"max_shared_memory_per_block", AttrKind::Int},
    {"thread_warp_size", AttrKind::Int},
    {"max_num_threads", AttrKind::Int},
    {"max_function_args", AttrKind::Int},
};

const target::TargetKindRow kKinds[] = {
    {.name = "metal",
     .device_type = kDLMetal,
     .attrs = kAttrs,
     .max_threads_per_block = 256,
     .max_static_shared_bytes = 32768,
     .subgroup_size = 32,
     .doc = "Apple GPUs; targets only, no code yet."},
};

constexpr std::string_view kSource = "reference/backends.md, Task B";
const target::TargetTagRow kTags[] = {
    {"apple/m1-gpu", R"({"kind":"metal","max_num_threads":1024,"max_shared_memory_per_block":32768,"max_threads_per_block":1024,"thread_warp_size":32})", kSource},
    {"apple/m1-gpu-restricted", R"({"kind":"metal","max_num_threads":256,"max_shared_memory_per_block":32768,"max_threads_per_block":256,"thread_warp_size":32})", kSource},
    {"apple/m2-gpu", R"({"kind":"metal","max_num_threads":1024,"max_shared_memory_per_block":32768,"max_threads_per_block":1024,"thread_warp_size":32})", kSource},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  registrar.Add(kTags);
}

}  // namespace

extern constinit const backend::Backend kBackend{"metal", Register, "Apple GPUs; targets only, no code yet."};

}  // namespace tirx::metal
