// SPDX-License-Identifier: Apache-2.0
// Where a thread is in the launch.
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

int Axis(const OpContext& ctx) {
  std::string_view axis = ctx.TextAttribute("axis", "x");
  TIRX_CHECK(axis == "x" || axis == "y" || axis == "z", "axis `" + std::string(axis) + "`");
  return axis[0] - 'x';
}

void Fill(OpContext& ctx, uint32_t value) {
  int32_t* d = ctx.Result<int32_t>();
  for (int i = 0; i < ctx.lanes(); ++i) d[i] = int32_t(value);
}

}  // namespace

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
  Fill(ctx, kLanes);
}

void ThreadIdx(OpContext& ctx) {
  const int axis = Axis(ctx);
  const Dim3 dim = ctx.block_dim();
  int32_t* d = ctx.Result<int32_t>();
  for (int i = 0; i < ctx.lanes(); ++i) {
    uint32_t linear = ctx.LinearThread(i);
    d[i] = int32_t(axis == 0 ? linear % dim.x : axis == 1 ? linear / dim.x % dim.y : linear / dim.x / dim.y);
  }
}

void LinearThreadId(OpContext& ctx) {
  int32_t* d = ctx.Result<int32_t>();
  for (int i = 0; i < ctx.lanes(); ++i) d[i] = int32_t(ctx.LinearThread(i));
}

namespace {
// `part(thread)` of the linear thread id.
template <class F>
void OfThread(OpContext& ctx, F&& part) {
  int32_t* d = ctx.Result<int32_t>();
  for (int i = 0; i < ctx.lanes(); ++i) d[i] = int32_t(part(ctx.LinearThread(i)));
}
}  // namespace

// clang-format off
void WarpId(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread / 32; }); }
void WarpgroupId(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread / 128; }); }
void WarpInWarpgroup(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread / 32 % 4; }); }
void ThreadInWarpgroup(OpContext& ctx) { OfThread(ctx, [](uint32_t thread) { return thread % 128; }); }
// clang-format on

void LaneId(OpContext& ctx) {
  int32_t* d = ctx.Result<int32_t>();
  for (int i = 0; i < ctx.lanes(); ++i) d[i] = i;
}

}  // namespace tirx::sim
