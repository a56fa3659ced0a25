// SPDX-License-Identifier: Apache-2.0
// The portable GPU language (T.gpu) in CUDA C++, atomics excepted. Sources: CUDA C++ Programming Guide,
// "Built-in Variables", "Synchronization Functions", "Warp Vote Functions", "Warp Shuffle Functions", "Warp
// Reduce Functions".
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// Whether the kernel is launched with blocks in one dimension. Of a device function nobody knows.
bool LinearBlock(const EmitSite& site) {
  const Attrs& attrs = site.function->attrs;
  if (!ir::HasAttr(attrs, ir::attr::kLaunchParams)) return false;
  for (const String& tag : attrs[ir::attr::kLaunchParams].cast<Array<String>>())
    if (tag == "threadIdx.y" || tag == "threadIdx.z") return false;
  return true;
}

// The built-in variables are unsigned; the language computes with them in int32. A warp is 32 threads in the
// order of their linear ids (Programming Guide, "SIMT Architecture").
// clang-format off
constexpr EmitRow kRows[] = {
    {"gpu.block_idx",  kAnyType, "(int)blockIdx.{axis}"},
    {"gpu.thread_idx", kAnyType, "(int)threadIdx.{axis}"},
    {"gpu.grid_dim",   kAnyType, "(int)gridDim.{axis}"},
    {"gpu.block_dim",  kAnyType, "(int)blockDim.{axis}"},
    {.op = "gpu.linear_thread_id", .text = "(int)threadIdx.x", .when = LinearBlock},
    {.op = "gpu.linear_thread_id", .text = "linear_thread_id()", .needs = "linear_thread_id"},
    {.op = "gpu.lane_id", .text = "(int)(threadIdx.x & 31u)", .when = LinearBlock},
    {.op = "gpu.lane_id", .text = "(linear_thread_id() & 31)", .needs = "linear_thread_id"},
    {"gpu.subgroup_size", kAnyType, "32"},
    {"gpu.sync",          kAnyType, "__syncthreads()"},
    {"gpu.subgroup_sync", kAnyType, "__syncwarp()"},
    {"gpu.shuffle",      kAnyType, "__shfl_sync(0xffffffffu, {0}, {1})"},
    {"gpu.shuffle_up",   kAnyType, "__shfl_up_sync(0xffffffffu, {0}, {1})"},
    {"gpu.shuffle_down", kAnyType, "__shfl_down_sync(0xffffffffu, {0}, {1})"},
    {"gpu.shuffle_xor",  kAnyType, "__shfl_xor_sync(0xffffffffu, {0}, {1})"},
    {"gpu.any",    kAnyType, "(bool)__any_sync(0xffffffffu, {0})"},
    {"gpu.all",    kAnyType, "(bool)__all_sync(0xffffffffu, {0})"},
    {"gpu.ballot", kAnyType, "__ballot_sync(0xffffffffu, {0})"},
    // One instruction for 32-bit integers (PTX ISA, redux.sync); otherwise a butterfly over xor 16, 8, 4, 2, 1.
    {.op = "gpu.subgroup_sum", .types = kI32 | kU32, .text = "__reduce_add_sync(0xffffffffu, {0})", .min_arch = 80},
    {.op = "gpu.subgroup_min", .types = kI32 | kU32, .text = "__reduce_min_sync(0xffffffffu, {0})", .min_arch = 80},
    {.op = "gpu.subgroup_max", .types = kI32 | kU32, .text = "__reduce_max_sync(0xffffffffu, {0})", .min_arch = 80},
    {.op = "gpu.subgroup_sum", .types = kInteger | kFloat, .text = "subgroup_sum_{t}({0})", .needs = "subgroup_sum"},
    {.op = "gpu.subgroup_min", .types = kInteger, .text = "subgroup_min_{t}({0})", .needs = "subgroup_min_int"},
    {.op = "gpu.subgroup_max", .types = kInteger, .text = "subgroup_max_{t}({0})", .needs = "subgroup_max_int"},
    {.op = "gpu.subgroup_min", .types = kF16 | kBF16, .text = "subgroup_min_{t}({0})", .needs = "subgroup_min_half"},
    {.op = "gpu.subgroup_max", .types = kF16 | kBF16, .text = "subgroup_max_{t}({0})", .needs = "subgroup_max_half"},
    {.op = "gpu.subgroup_min", .types = kF32 | kF64, .text = "subgroup_min_{t}({0})", .needs = "subgroup_min_float"},
    {.op = "gpu.subgroup_max", .types = kF32 | kF64, .text = "subgroup_max_{t}({0})", .needs = "subgroup_max_float"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> GpuRows() {
  return kRows;
}

}  // namespace tirx::cuda
