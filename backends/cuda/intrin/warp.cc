// SPDX-License-Identifier: Apache-2.0
// Warp operations of CUDA beyond T.gpu. Source: CUDA C++ Programming Guide, "Warp Vote Functions",
// "Synchronization Functions", "Memory Fence Functions".
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/op_context.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::Expr;
using ir::OpRow;
using ir::Type;
using sim::OpContext;
namespace rule = ir::rule;

Result<Type> VoidOfMask(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  if (args[0]->dtype() != UInt(32))
    return Fail(DK::WrongOperandType, span,
                {"`T." + std::string(row.name) + "`", "mask", ir::TypeName(args[0]->ty), "uint32"});
  return rule::ReturnsVoid(row, args, attrs, span);
}

void SimActiveMask(OpContext& ctx) {
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = ctx.mask();
}

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
    {.name = "cuda.activemask", .type = rule::ReturnsUInt32, .effect = Effect::Sync, .emit = "__activemask()",
     .sim = SimActiveMask, .doc = "The lanes of the warp that are executing this together.",
     .source = "CUDA C++ Programming Guide: Warp Vote Functions"},
    {.name = "cuda.syncwarp", .params = {{{"mask"}}}, .type = VoidOfMask, .effect = Effect::Sync,
     .emit = "__syncwarp({0})", .sim = SimSyncWarp, .doc = "Barrier of the lanes in `mask`.",
     .source = "CUDA C++ Programming Guide: Synchronization Functions"},
    {.name = "cuda.threadfence", .type = rule::ReturnsVoid, .effect = Effect::Sync, .emit = "__threadfence()",
     .sim = SimFence, .doc = "Orders this thread's accesses before and after it for the whole device.",
     .source = "CUDA C++ Programming Guide: Memory Fence Functions"},
};
// clang-format on

}  // namespace

void RegisterWarpIntrinsics(backend::Registrar& registrar) {
  registrar.Add(kRows);
}

}  // namespace tirx::cuda
