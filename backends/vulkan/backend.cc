// SPDX-License-Identifier: Apache-2.0
// GPUs through Vulkan compute: SPIR-V modules, storage buffers, push constants; what types and subgroup
// operations there are, each device says. No code is generated for it yet: a compile is refused by name, the
// simulator runs its kernels.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::vulkan {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"supports_float16", AttrKind::Bool},
    {"supports_float32", AttrKind::Bool},
    {"supports_float64", AttrKind::Bool},
    {"supports_int8", AttrKind::Bool},
    {"supports_int16", AttrKind::Bool},
    {"supports_int32", AttrKind::Bool},
    {"supports_int64", AttrKind::Bool},
    {"supports_8bit_buffer", AttrKind::Bool},
    {"supports_16bit_buffer", AttrKind::Bool},
    {"supports_storage_buffer_storage_class", AttrKind::Bool},
    {"supports_push_descriptor", AttrKind::Bool},
    {"supports_dedicated_allocation", AttrKind::Bool},
    {"supports_integer_dot_product", AttrKind::Bool},
    {"supports_cooperative_matrix", AttrKind::Bool},
    {"supported_subgroup_operations", AttrKind::Int},
    {"max_push_constants_size", AttrKind::Int},
    {"max_uniform_buffer_range", AttrKind::Int},
    {"max_storage_buffer_range", AttrKind::Int},
    {"max_per_stage_descriptor_storage_buffer", AttrKind::Int},
    {"max_shared_memory_per_block", AttrKind::Int},
    {"max_threads_per_block", AttrKind::Int},
    {"max_num_threads", AttrKind::Int},
    {"thread_warp_size", AttrKind::Int},
    {"max_block_size_x", AttrKind::Int},
    {"max_block_size_y", AttrKind::Int},
    {"max_block_size_z", AttrKind::Int},
    {"vulkan_api_version", AttrKind::Int},
    {"max_spirv_version", AttrKind::Int},
    {"device", AttrKind::Text, "the family, `adreno`"},
    {"features", AttrKind::Json, "of that family: texture"},
    {"mattr", AttrKind::Json},
};

const target::TargetKindRow kKinds[] = {
    {.name = "vulkan",
     .device_type = kDLVulkan,
     .attrs = kAttrs,
     .max_threads_per_block = 256,
     .max_static_shared_bytes = 0,
     .subgroup_size = 1,
     .doc = "GPUs through Vulkan; targets only, no code yet."},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
}

}  // namespace

extern constinit const backend::Backend kBackend{"vulkan", Register,
                                                 "GPUs through Vulkan; targets only, no code yet."};

}  // namespace tirx::vulkan
