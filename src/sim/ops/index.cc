// SPDX-License-Identifier: Apache-2.0
// Where a thread is in the launch.
#include "sim/machine.h"
#include "sim/ops/axis.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
void BlockIdx(OpContext& ctx) {
  Fill(ctx, ctx.block_index()[Axis(ctx)]);
}
void GridDim(OpContext& ctx) {
  Fill(ctx, ctx.grid_dim()[Axis(ctx)]);
}
void BlockDim(OpContext& ctx) {
  Fill(ctx, ctx.block_dim()[Axis(ctx)]);
}
void SubgroupSize(OpContext& ctx) {
  Fill(ctx, uint32_t(ctx.subgroup_size()));
}

void ThreadIdx(OpContext& ctx) {
  const int axis = Axis(ctx), lanes = ctx.lanes();
  const Dim3 dim = ctx.block_dim();
  int32_t* d = ctx.Result<int32_t>();
  Dim3 at = Unfold(ctx.LinearThread(0), dim);
  for (int i = 0; i < lanes; ++i) {
    d[i] = int32_t(at[axis]);
    if (++at.x < dim.x) continue;
    at.x = 0;
    if (++at.y < dim.y) continue;
    at.y = 0;
    ++at.z;
  }
}

namespace {
// `part(thread)` of the linear thread id.
template <class F>
void OfThread(OpContext& ctx, F&& part) {
  int32_t* d = ctx.Result<int32_t>();
  const int lanes = ctx.lanes();
  const uint32_t first = ctx.LinearThread(0);
  for (int i = 0; i < lanes; ++i) d[i] = int32_t(part(first + uint32_t(i)));
}
}  // namespace

// clang-format off
void LinearThreadId(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread; }); }
void WarpId(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread / 32; }); }
void WarpgroupId(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread / 128; }); }
void WarpInWarpgroup(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread / 32 % 4; }); }
void ThreadInWarpgroup(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread % 128; }); }
// clang-format on

void LaneId(OpContext& ctx) {
  int32_t* d = ctx.Result<int32_t>();
  const int first = int(ctx.LinearThread(0)) % ctx.subgroup_size();
  for (int i = 0; i < ctx.lanes(); ++i) d[i] = first + i;
}

}  // namespace tirx::sim
