// SPDX-License-Identifier: Apache-2.0
// Launch bounds of a kernel (CUDA C++ Programming Guide, "Launch Bounds" and "Maximum Number of Registers per
// Thread"), from the function attributes that the passes leave.
#include "backends/cuda/codegen/dialect.h"

namespace tirx::cuda {
namespace {

constexpr const char* kThreads = "tirx.launch_bounds";
constexpr const char* kBlocks = "tirx.launch_bounds_min_blocks_per_sm";
constexpr const char* kCluster = "tirx.launch_bounds_max_blocks_per_cluster";
constexpr const char* kRegisters = "tirx.max_registers";

}  // namespace

Result<std::string> KernelAttributes(const ir::Function& kernel) {
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
  if (threads == 1 && !blocks) return std::string();
  std::string text = "__launch_bounds__(" + std::to_string(threads);
  for (int64_t value : {blocks, cluster})
    if (value) text += ", " + std::to_string(value);
  return text + ")";
}

}  // namespace tirx::cuda
