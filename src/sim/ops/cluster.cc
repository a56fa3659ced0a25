// SPDX-License-Identifier: Apache-2.0
// Clusters and grids: where a block is in its cluster, the others' shared memory, barriers of several blocks.
// A launch without clusters is one of clusters of one block (CUDA C++ Programming Guide, "Thread Block
// Clusters").
#include "sim/machine.h"
#include "sim/ops/axis.h"
#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// The place in the shared memory of the block of that rank; 0 after a report.
uint64_t PlaceInBlock(OpContext& ctx, int lane, uint64_t address, int32_t rank) {
  const Block& block = ctx.block();
  const auto& blocks = block.cluster->blocks;
  const LaneMask self = LaneMask(1) << lane;
  const Allocation* own = block.memory.Find(address);
  if (!own)
    ctx.ReportBadOperand(self, "the address is not in the block's shared memory");
  else if (rank < 0 || size_t(rank) >= blocks.size())
    ctx.ReportBadOperand(self, "rank " + std::to_string(rank) + " in a cluster of " +
                                   std::to_string(blocks.size()) + " blocks");
  else
    return blocks[size_t(rank)]->memory.At(own->number).begin + (address - own->begin);
  return 0;
}

}  // namespace

void ClusterCtaId(OpContext& ctx) {
  Fill(ctx, Unfold(ctx.block().rank, ctx.cluster_dim())[Axis(ctx)]);
}
void ClusterId(OpContext& ctx) {
  const int axis = Axis(ctx);
  Fill(ctx, ctx.block_index()[axis] / ctx.cluster_dim()[axis]);
}
void ClusterDim(OpContext& ctx) {
  Fill(ctx, ctx.cluster_dim()[Axis(ctx)]);
}
void ClusterGridDim(OpContext& ctx) {
  const int axis = Axis(ctx);
  Fill(ctx, ctx.grid_dim()[axis] / ctx.cluster_dim()[axis]);
}
void ClusterCtaRank(OpContext& ctx) {
  Fill(ctx, ctx.block().rank);
}
void ClusterSize(OpContext& ctx) {
  Fill(ctx, uint32_t(ctx.cluster_dim().Count()));
}
void CtaPairId(OpContext& ctx) {
  Fill(ctx, ctx.block().rank & 1);
}

void MapSharedRank(OpContext& ctx) {
  auto address = ctx.Arg<uint64_t>(0);
  auto rank = ctx.Arg<int32_t>(1);
  uint64_t places[kLanes] = {};
  TIRX_SIM_ACTIVE(lane, ctx.mask())
  if (address[lane]) places[lane] = PlaceInBlock(ctx, lane, address[lane], rank[lane]);
  if (ctx.result_used()) std::copy(places, places + kLanes, ctx.Result<uint64_t>());
}

void ClusterArrive(OpContext& ctx) {
  ctx.ComeToCluster();
}
void ClusterWait(OpContext& ctx) {
  ctx.WaitForCluster();
}
void ClusterSync(OpContext& ctx) {
  ctx.MeetCluster();
}
void GridSync(OpContext& ctx) {
  ctx.MeetGrid();
}

}  // namespace tirx::sim
