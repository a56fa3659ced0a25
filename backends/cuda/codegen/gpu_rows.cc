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

// Whether `__ldg` has no overload for the vector.
bool IsForeignVector(const EmitSite& site) {
  DType t = site.call->dtype();
  bool has_four = IsInteger(t) ? t.bits <= 32 : t.bits == 32;
  return t.lanes > 1 && t.lanes != 2 && !(t.lanes == 4 && has_four);
}

constexpr char kSum[] = "sum", kMin[] = "min", kMax[] = "max";
template <const char* kOp>
bool Reduces(const EmitSite& site) {
  return View(site.call->attrs["op"].cast<String>()) == kOp;
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
    {"likely", kAnyType, "(bool)__builtin_expect({0}, true)"},
    {"assume", kAnyType, "__builtin_assume({0})"},
    // PTX ISA, "prefetch": without a state space the address is generic; one of shared memory does nothing.
    {"prefetch", kAnyType, "asm volatile(\"prefetch.L2 [%0];\" : : \"l\"({&0}))"},
    {.op = "cuda.ldg", .text = "ldg_vector({&0})", .needs = "ldg_vector", .when = IsForeignVector},
    {"gpu.printf", kAnyType, "printf({\"format\"}{*})"},
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
    {.op = "gpu.subgroup_sum", .types = kInteger | kReal, .text = "subgroup_sum_{t}({0})", .needs = "subgroup_sum"},
    {.op = "gpu.subgroup_min", .types = kInteger, .text = "subgroup_min_{t}({0})", .needs = "subgroup_min_int"},
    {.op = "gpu.subgroup_max", .types = kInteger, .text = "subgroup_max_{t}({0})", .needs = "subgroup_max_int"},
    {.op = "gpu.subgroup_min", .types = kHalf, .text = "subgroup_min_{t}({0})", .needs = "subgroup_min_half"},
    {.op = "gpu.subgroup_max", .types = kHalf, .text = "subgroup_max_{t}({0})", .needs = "subgroup_max_half"},
    {.op = "gpu.subgroup_min", .types = kF32 | kF64, .text = "subgroup_min_{t}({0})", .needs = "subgroup_min_float"},
    {.op = "gpu.subgroup_max", .types = kF32 | kF64, .text = "subgroup_max_{t}({0})", .needs = "subgroup_max_float"},
    {.op = "gpu.block_sum", .types = kInteger | kReal, .text = "block_sum_{t}({0})", .needs = "linear_thread_id block_sum"},
    {.op = "cuda.warp_sum", .types = kInteger | kReal, .text = "warp_sum_{t}({0}, {width})", .needs = "warp_sum"},
    {.op = "cuda.warp_reduce", .types = kInteger | kReal, .text = "warp_sum_{t}({0}, {width})", .needs = "warp_sum", .when = Reduces<kSum>},
    {.op = "gpu.block_min", .types = kInteger, .text = "block_min_{t}({0})", .needs = "linear_thread_id block_min_int"},
    {.op = "cuda.warp_min", .types = kInteger, .text = "warp_min_{t}({0}, {width})", .needs = "warp_min_int"},
    {.op = "cuda.warp_reduce", .types = kInteger, .text = "warp_min_{t}({0}, {width})", .needs = "warp_min_int", .when = Reduces<kMin>},
    {.op = "gpu.block_min", .types = kHalf, .text = "block_min_{t}({0})", .needs = "linear_thread_id block_min_half"},
    {.op = "cuda.warp_min", .types = kHalf, .text = "warp_min_{t}({0}, {width})", .needs = "warp_min_half"},
    {.op = "cuda.warp_reduce", .types = kHalf, .text = "warp_min_{t}({0}, {width})", .needs = "warp_min_half", .when = Reduces<kMin>},
    {.op = "gpu.block_min", .types = kF32 | kF64, .text = "block_min_{t}({0})", .needs = "linear_thread_id block_min_float"},
    {.op = "cuda.warp_min", .types = kF32 | kF64, .text = "warp_min_{t}({0}, {width})", .needs = "warp_min_float"},
    {.op = "cuda.warp_reduce", .types = kF32 | kF64, .text = "warp_min_{t}({0}, {width})", .needs = "warp_min_float", .when = Reduces<kMin>},
    {.op = "gpu.block_max", .types = kInteger, .text = "block_max_{t}({0})", .needs = "linear_thread_id block_max_int"},
    {.op = "cuda.warp_max", .types = kInteger, .text = "warp_max_{t}({0}, {width})", .needs = "warp_max_int"},
    {.op = "cuda.warp_reduce", .types = kInteger, .text = "warp_max_{t}({0}, {width})", .needs = "warp_max_int", .when = Reduces<kMax>},
    {.op = "gpu.block_max", .types = kHalf, .text = "block_max_{t}({0})", .needs = "linear_thread_id block_max_half"},
    {.op = "cuda.warp_max", .types = kHalf, .text = "warp_max_{t}({0}, {width})", .needs = "warp_max_half"},
    {.op = "cuda.warp_reduce", .types = kHalf, .text = "warp_max_{t}({0}, {width})", .needs = "warp_max_half", .when = Reduces<kMax>},
    {.op = "gpu.block_max", .types = kF32 | kF64, .text = "block_max_{t}({0})", .needs = "linear_thread_id block_max_float"},
    {.op = "cuda.warp_max", .types = kF32 | kF64, .text = "warp_max_{t}({0}, {width})", .needs = "warp_max_float"},
    {.op = "cuda.warp_reduce", .types = kF32 | kF64, .text = "warp_max_{t}({0}, {width})", .needs = "warp_max_float", .when = Reduces<kMax>},
    {.op = "cuda.cta_reduce", .types = kInteger | kReal, .text = "cta_sum_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_sum cta_sum", .when = Reduces<kSum>},
    {.op = "cuda.cta_reduce", .types = kInteger, .text = "cta_min_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_min_int cta_min_int", .when = Reduces<kMin>},
    {.op = "cuda.cta_reduce", .types = kHalf, .text = "cta_min_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_min_half cta_min_half", .when = Reduces<kMin>},
    {.op = "cuda.cta_reduce", .types = kF32 | kF64, .text = "cta_min_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_min_float cta_min_float", .when = Reduces<kMin>},
    {.op = "cuda.cta_reduce", .types = kInteger, .text = "cta_max_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_max_int cta_max_int", .when = Reduces<kMax>},
    {.op = "cuda.cta_reduce", .types = kHalf, .text = "cta_max_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_max_half cta_max_half", .when = Reduces<kMax>},
    {.op = "cuda.cta_reduce", .types = kF32 | kF64, .text = "cta_max_{t}({0}, {num_warps}, {&1})", .needs = "linear_thread_id warp_max_float cta_max_float", .when = Reduces<kMax>},
};
// clang-format on

}  // namespace

std::span<const EmitRow> GpuRows() {
  return kRows;
}

}  // namespace tirx::cuda
