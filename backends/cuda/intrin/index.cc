// SPDX-License-Identifier: Apache-2.0
// Where a thread is, beyond T.gpu: warps, warpgroups, clusters, special registers.
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::OpRow;
using ir::ParamKind;
namespace rule = ir::rule;

constexpr std::string_view kSpecialRegisters =
    "tid.x|tid.y|tid.z|ntid.x|ntid.y|ntid.z|laneid|warpid|nwarpid|ctaid.x|ctaid.y|ctaid.z|nctaid.x|nctaid.y|"
    "nctaid.z|smid|nsmid|gridid|is_explicit_cluster|clusterid.x|clusterid.y|clusterid.z|nclusterid.x|"
    "nclusterid.y|nclusterid.z|cluster_ctaid.x|cluster_ctaid.y|cluster_ctaid.z|cluster_nctaid.x|"
    "cluster_nctaid.y|cluster_nctaid.z|cluster_ctarank|cluster_nctarank|lanemask_eq|lanemask_le|lanemask_lt|"
    "lanemask_ge|lanemask_gt|clock|clock_hi|clock64|globaltimer|globaltimer_lo|globaltimer_hi|"
    "total_smem_size|dynamic_smem_size";

Result<ir::Type> SpecialRegister(const OpRow& row, const Array<ir::Expr>&, const Attrs& attrs,
                                 const Span& span) {
  int64_t bits = attrs["bits"].cast<int64_t>();
  if (bits == 32 || bits == 64) return ir::Type(ir::PrimType(UInt(int(bits))));
  return Fail(DK::BadAttribute, span,
              {"T." + std::string(row.name), "bits", std::to_string(bits), "32 or 64"});
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.warp_id", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .emit = "(linear_thread_id() / 32)", .needs = "linear_thread_id", .sim = sim::WarpId, .doc = "Index of the warp in its block.", .source = "CUDA C++ Programming Guide: SIMT Architecture"},
    {.name = "cuda.warpgroup_id", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .emit = "(linear_thread_id() / 128)", .needs = "linear_thread_id", .sim = sim::WarpgroupId, .doc = "Index of the warpgroup, four warps, in its block.", .source = "CUDA C++ Programming Guide: SIMT Architecture"},
    {.name = "cuda.warp_in_warpgroup", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .emit = "(linear_thread_id() / 32 % 4)", .needs = "linear_thread_id", .sim = sim::WarpInWarpgroup, .doc = "Index of the warp in its warpgroup.", .source = "CUDA C++ Programming Guide: SIMT Architecture"},
    {.name = "cuda.thread_in_warpgroup", .type = rule::ReturnsInt32, .effect = Effect::Thread, .emit = "(linear_thread_id() % 128)", .needs = "linear_thread_id", .sim = sim::ThreadInWarpgroup, .doc = "Index of the thread in its warpgroup.", .source = "CUDA C++ Programming Guide: SIMT Architecture"},
    {.name = "cuda.cluster_cta_id", .params = {{{"axis", ParamKind::Text, "x|y|z"}}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)__clusterRelativeBlockIdx().{axis}", .sim = sim::ClusterCtaId, .doc = "Index of the block in its cluster.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    {.name = "cuda.cluster_id", .params = {{{"axis", ParamKind::Text, "x|y|z"}}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)__clusterIdx().{axis}", .sim = sim::ClusterId, .doc = "Index of the cluster in the grid.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    {.name = "cuda.cluster_dim", .params = {{{"axis", ParamKind::Text, "x|y|z"}}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)__clusterDim().{axis}", .sim = sim::ClusterDim, .doc = "Blocks of a cluster.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    {.name = "cuda.cluster_grid_dim", .params = {{{"axis", ParamKind::Text, "x|y|z"}}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)__clusterGridDimInClusters().{axis}", .sim = sim::ClusterGridDim, .doc = "Clusters of the grid.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    {.name = "cuda.cluster_cta_rank", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)__clusterRelativeBlockRank()", .sim = sim::ClusterCtaRank, .doc = "Index of the block in its cluster, x running fastest.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    {.name = "cuda.cluster_size", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)__clusterSizeInBlocks()", .sim = sim::ClusterSize, .doc = "Blocks of a cluster, all dimensions together.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    {.name = "cuda.cta_pair_id", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .min_arch = "sm_90", .emit = "(int)(__clusterRelativeBlockRank() & 1u)", .sim = sim::CtaPairId, .doc = "Index of the block in its pair: the lowest bit of its rank in the cluster.", .source = "CUDA C++ Programming Guide: Thread Block Clusters"},
    // No simulator function: most of these registers mean nothing there.
    {.name = "cuda.mov_sreg", .params = {{{"bits", ParamKind::Int}, {"name", ParamKind::Text, kSpecialRegisters}}}, .type = SpecialRegister, .effect = Effect::Opaque, .emit = "[]{{ unsigned {bits:32=int,64=long long} value; asm volatile(\"mov.u{bits} %0, %%{name};\" : \"={bits:32=r,64=l}\"(value)); return value; }}()", .doc = "A special register, 32 or 64 bits wide.", .source = "PTX ISA: Special Registers"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda indices", "Warps, warpgroups, clusters, special registers.", kRows};

}  // namespace

void RegisterIndexIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda
