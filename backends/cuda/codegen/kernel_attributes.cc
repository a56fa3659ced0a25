// SPDX-License-Identifier: Apache-2.0
// Launch bounds of a kernel (CUDA C++ Programming Guide, "Launch Bounds", "Maximum Number of Registers per
// Thread"; for `__block_size__` "Thread Block Clusters"), from the function attributes that the passes leave.
// The size of a cluster is said at the launch, and here only on request: a kernel with `__cluster_dims__`
// takes no other one.
#include "backends/cuda/codegen/dialect.h"

namespace tirx::cuda {
namespace {

constexpr const char* kThreads = "tirx.launch_bounds";
constexpr const char* kBlocks = "tirx.launch_bounds_min_blocks_per_sm";
constexpr const char* kCluster = "tirx.launch_bounds_max_blocks_per_cluster";
constexpr const char* kRegisters = "tirx.max_registers";
constexpr const char* kBlockSize = "tirx.required_block_size";
constexpr const char* kClusterSize = "tirx.required_cluster_size";

// "(2, 1, 1)"; the launch has constant extents there (launch_records.cc).
std::string ExtentsText(const ir::Function& kernel, const std::string& tag) {
  Attrs extents = ir::AttrOr<Attrs>(kernel->attrs, "tirx.thread_extent", {});
  std::string text;
  for (const char* axis : {".x", ".y", ".z"})
    text +=
        (text.empty() ? "(" : ", ") + std::to_string(ir::AttrOr<int64_t>(extents, (tag + axis).c_str(), 1));
  return text + ")";
}

// `__block_size__((x, y, z))`: the compiler knows the block and the driver refuses another one.
Result<std::string> BlockSize(const ir::Function& kernel) {
  auto target = ir::AttrOr<target::Target>(kernel->attrs, ir::attr::kTarget, target::Target());
  if (target.defined() && CudaDialect().arch_number(target->arch()) < 90)
    return Fail(DK::CodegenArchTooOld, kernel->span,
                {"cuda.KernelAttributes(required_block_size=True)", "sm_90", target->arch()});
  if (!ir::HasAttr(kernel->attrs, kThreads))
    return Fail(
        DK::BadAttribute, kernel->span,
        {kernel->name.c_str(), kBlockSize, "set for a block of unknown size", "used with constant extents"});
  return "__block_size__(" + ExtentsText(kernel, "threadIdx") + ")";
}

Result<std::string> Bounds(const ir::Function& kernel) {
  const Attrs& attrs = kernel->attrs;
  for (const char* key : {kThreads, kBlocks, kCluster, kRegisters})
    if (int64_t value = ir::AttrOr<int64_t>(attrs, key, 1); value <= 0)
      return Fail(DK::BadAttribute, kernel->span,
                  {kernel->name.c_str(), key, std::to_string(value), "positive"});
  int64_t threads = ir::AttrOr<int64_t>(attrs, kThreads, 1), blocks = ir::AttrOr<int64_t>(attrs, kBlocks, 0),
          cluster = ir::AttrOr<int64_t>(attrs, kCluster, 0),
          registers = ir::AttrOr<int64_t>(attrs, kRegisters, 0);
  if (registers && (blocks || cluster))
    return Fail(
        DK::BadAttribute, kernel->span,
        {kernel->name.c_str(), kRegisters, "given together with launch bounds", "given without them"});
  if (cluster && !blocks)
    return Fail(DK::BadAttribute, kernel->span,
                {kernel->name.c_str(), kBlocks, "missing", "given with the cluster's"});
  if (registers) return "__maxnreg__(" + std::to_string(registers) + ")";
  // Both would set the number of threads, `.maxntid` and `.reqntid` in PTX; 0 leaves it to `__block_size__`.
  if (ir::AttrOr<bool>(attrs, kBlockSize, false)) {
    TIRX_TRY(std::string size, BlockSize(kernel));
    return blocks ? "__launch_bounds__(0, " + std::to_string(blocks) + ") " + size : size;
  }
  if (threads == 1 && !blocks) return std::string();
  std::string text = "__launch_bounds__(" + std::to_string(threads);
  for (int64_t value : {blocks, cluster})
    if (value) text += ", " + std::to_string(value);
  return text + ")";
}

}  // namespace

Result<std::string> KernelAttributes(const ir::Function& kernel) {
  TIRX_RETURN_IF_FAILED(CheckLaunchArchitecture(kernel));
  TIRX_TRY(std::string bounds, Bounds(kernel));
  if (!ir::AttrOr<bool>(kernel->attrs, kClusterSize, false)) return bounds;
  std::string cluster = "__cluster_dims__" + ExtentsText(kernel, "clusterCtaIdx");
  return bounds.empty() ? cluster : bounds + " " + cluster;
}

}  // namespace tirx::cuda
