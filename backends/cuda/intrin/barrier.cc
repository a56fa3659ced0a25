// SPDX-License-Identifier: Apache-2.0
// Barriers of warps, warpgroups, clusters and grids, and memory fences.
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::Operand;
using ir::OpRow;
using ir::ParamKind;
namespace rule = ir::rule;

using sim::OpContext;

// Every lane names the same mask, and itself in it.
void SimSyncWarp(OpContext& ctx) {
  auto mask = ctx.Arg<uint32_t>(0);
  uint32_t expected = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (ctx.mask() >> lane & 1) expected |= mask[lane];
  ctx.WarpBarrier(expected & ctx.live());
}

void SimFence(OpContext& ctx) {
  ctx.Fence();
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.syncwarp", .params = {{{"mask", ParamKind::Value, "", "", kU32}}}, .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "__syncwarp({0})", .sim = SimSyncWarp, .doc = "Barrier of the lanes in `mask`.", .source = "CUDA C++ Programming Guide: Synchronization Functions"},
    {.name = "cuda.syncthreads_and", .params = {{Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .uniform = true, .emit = "(bool)__syncthreads_and({0})", .sim = sim::SyncAnd, .doc = "A barrier of the block. Whether the predicate holds in every thread.", .source = "CUDA C++ Programming Guide: Synchronization Functions"},
    {.name = "cuda.syncthreads_or", .params = {{Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsBool, .effect = Effect::Sync, .uniform = true, .emit = "(bool)__syncthreads_or({0})", .sim = sim::SyncOr, .doc = "A barrier of the block. Whether the predicate holds in some thread.", .source = "CUDA C++ Programming Guide: Synchronization Functions"},
    {.name = "cuda.syncthreads_count", .params = {{Operand("predicate", kBool | kInteger32)}}, .type = rule::ReturnsInt32, .effect = Effect::Sync, .uniform = true, .emit = "__syncthreads_count({0})", .sim = sim::SyncCount, .doc = "A barrier of the block. In how many threads the predicate holds.", .source = "CUDA C++ Programming Guide: Synchronization Functions"},
    {.name = "cuda.bar_sync", .params = {{Operand("barrier", kInteger32), Operand("threads", kInteger32)}}, .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "asm volatile(\"bar.sync %0, %1;\" : : \"r\"({0}), \"r\"({1}) : \"memory\")", .sim = sim::NumberedBarrier, .doc = "Waits at barrier 1 to 15 of the block until so many threads have come, whole warps.", .source = "PTX ISA: bar, barrier"},
    {.name = "cuda.bar_arrive", .params = {{Operand("barrier", kInteger32), Operand("threads", kInteger32)}}, .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "asm volatile(\"bar.arrive %0, %1;\" : : \"r\"({0}), \"r\"({1}) : \"memory\")", .sim = sim::NumberedArrive, .doc = "Comes to such a barrier without waiting.", .source = "PTX ISA: bar, barrier"},
    {.name = "cuda.warpgroup_sync", .params = {{Operand("barrier", kInteger32)}}, .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "asm volatile(\"bar.sync %0, 128;\" : : \"r\"({0}) : \"memory\")", .sim = sim::WarpgroupBarrier, .doc = "Barrier of 128 threads, by number from 1 to 15.", .source = "PTX ISA: bar, barrier"},
    {.name = "cuda.cluster_arrive", .type = rule::ReturnsVoid, .effect = Effect::Sync, .min_arch = "sm_90", .emit = "asm volatile(\"barrier.cluster.arrive.aligned;\" : : : \"memory\")", .sim = sim::ClusterArrive, .doc = "Comes to the barrier of the cluster without waiting.", .source = "PTX ISA: barrier.cluster"},
    {.name = "cuda.cluster_wait", .type = rule::ReturnsVoid, .effect = Effect::Sync, .min_arch = "sm_90", .emit = "asm volatile(\"barrier.cluster.wait.aligned;\" : : : \"memory\")", .sim = sim::ClusterWait, .doc = "Waits until all threads of the cluster have come.", .source = "PTX ISA: barrier.cluster"},
    {.name = "cuda.cluster_sync", .type = rule::ReturnsVoid, .effect = Effect::Sync, .min_arch = "sm_90", .emit = "cluster_sync()", .needs = "cluster_sync", .sim = sim::ClusterSync, .doc = "Barrier of all threads of the cluster.", .source = "PTX ISA: barrier.cluster"},
    {.name = "cuda.grid_sync", .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "grid_sync()", .needs = "grid_sync", .sim = sim::GridSync, .doc = "Barrier of the grid, which must be launched with `cooperative`.", .source = "CUDA C++ Programming Guide: Grid Synchronization"},
    {.name = "cuda.threadfence", .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "__threadfence()", .sim = SimFence, .doc = "Orders this thread's accesses before and after it for the whole device.", .source = "CUDA C++ Programming Guide: Memory Fence Functions"},
    {.name = "cuda.threadfence_block", .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "__threadfence_block()", .sim = SimFence, .doc = "Orders this thread's accesses before and after it for the whole block.", .source = "CUDA C++ Programming Guide: Memory Fence Functions"},
    {.name = "cuda.threadfence_system", .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "__threadfence_system()", .sim = SimFence, .doc = "Orders this thread's accesses before and after it for the whole system.", .source = "CUDA C++ Programming Guide: Memory Fence Functions"},
    {.name = "cuda.fence", .params = {{{"order", ParamKind::Text, "acquire|release|acq_rel|sc", "acq_rel"}, {"scope", ParamKind::Text, "block|cluster|device|system", "device"}}}, .type = rule::ReturnsVoid, .effect = Effect::Sync, .min_arch = "sm_70", .emit = "asm volatile(\"fence.{order:acquire=acq_rel,release=acq_rel,acq_rel=acq_rel,sc=sc}.{scope:block=cta,cluster=cluster,device=gpu,system=sys};\" : : : \"memory\")", .sim = SimFence, .doc = "Orders accesses before and after it; acquire and release are both acq_rel in hardware.", .source = "PTX ISA: fence"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda barriers", "Barriers beyond the block's own, and fences.", kRows};

}  // namespace

void RegisterBarrierIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda
