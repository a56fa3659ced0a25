// SPDX-License-Identifier: Apache-2.0
// The portable GPU language (T.gpu) in OpenCL C 1.2. Source: OpenCL C specification 1.2, 6.12.1 "Work-Item
// Functions", 6.12.8 "Synchronization Functions", 6.12.11 "Atomic Functions", 6.12.13 "printf". Atomics are
// overloaded on the address space; what exists for integers only goes through their bits.
#include "backends/opencl/codegen/rows.h"

namespace tirx::opencl {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// Whether the element that an atomic works on is in memory of the block.
bool IsLocal(const EmitSite& site) {
  const ir::Expr& element = site.call->args[0];
  if (auto* load = element.as<ir::TensorLoadNode>())
    return View(load->tensor.tensor_type()->scope).substr(0, 6) == "shared";
  auto* pointer = element->ty.as<ir::PointerTypeNode>();
  return pointer && View(pointer->scope).substr(0, 6) == "shared";
}

template <char kAxis>
bool Along(const EmitSite& site) {
  return View(site.call->attrs["axis"].cast<String>()).front() == kAxis;
}

// clang-format off
#define TIRX_ALONG(name, function)                                     \
    {.op = name, .text = "(int)" function "(0)", .when = Along<'x'>},    \
    {.op = name, .text = "(int)" function "(1)", .when = Along<'y'>},    \
    {.op = name, .text = "(int)" function "(2)", .when = Along<'z'>}

constexpr EmitRow kRows[] = {
    TIRX_ALONG("gpu.block_idx", "get_group_id"),
    TIRX_ALONG("gpu.thread_idx", "get_local_id"),
    TIRX_ALONG("gpu.grid_dim", "get_num_groups"),
    TIRX_ALONG("gpu.block_dim", "get_local_size"),
    {"gpu.linear_thread_id", kAnyType, "linear_thread_id()", "linear_thread_id"},
    {"gpu.sync", kAnyType, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"},
    {"gpu.printf", kAnyType, "printf({\"format\"}{*})"},
    {"gpu.atomic_add", kInteger32, "atomic_add({&0}, {1})"},
    {"gpu.atomic_min", kInteger32, "atomic_min({&0}, {1})"},
    {"gpu.atomic_max", kInteger32, "atomic_max({&0}, {1})"},
    {"gpu.atomic_and", kInteger32, "atomic_and({&0}, {1})"},
    {"gpu.atomic_or", kInteger32, "atomic_or({&0}, {1})"},
    {"gpu.atomic_xor", kInteger32, "atomic_xor({&0}, {1})"},
    {"gpu.atomic_exchange", kInteger32 | kF32, "atomic_xchg({&0}, {1})"},
    {"gpu.atomic_cas", kInteger32, "atomic_cmpxchg({&0}, {1}, {2})"},
    {"gpu.atomic_cas", kF32, "as_float(atomic_cmpxchg((volatile __local int*){&0}, as_int({1}), as_int({2})))", "", 0, IsLocal},
    {"gpu.atomic_cas", kF32, "as_float(atomic_cmpxchg((volatile __global int*){&0}, as_int({1}), as_int({2})))"},
    {"gpu.atomic_add", kF32, "atomic_add_local_f32({&0}, {1})", "atomic_add_local", 0, IsLocal},
    {"gpu.atomic_add", kF32, "atomic_add_global_f32({&0}, {1})", "atomic_add_global"},
    {"gpu.atomic_min", kF32, "atomic_min_local_f32({&0}, {1})", "atomic_min_local", 0, IsLocal},
    {"gpu.atomic_min", kF32, "atomic_min_global_f32({&0}, {1})", "atomic_min_global"},
    {"gpu.atomic_max", kF32, "atomic_max_local_f32({&0}, {1})", "atomic_max_local", 0, IsLocal},
    {"gpu.atomic_max", kF32, "atomic_max_global_f32({&0}, {1})", "atomic_max_global"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> GpuRows() {
  return kRows;
}

}  // namespace tirx::opencl
