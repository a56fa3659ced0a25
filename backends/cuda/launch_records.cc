// SPDX-License-Identifier: Apache-2.0
// What a CUDA launch can say, and the attributes of a kernel. Sources: CUDA Driver API,
// "CUlaunchAttributeID", "CUlaunchAttributeValue"; CUDA C++ Programming Guide, "Thread Block Clusters",
// "Launch Bounds", "Maximum Number of Registers per Thread".
#include "backends/cuda/launch_records.h"

#include "ir/record.h"

namespace tirx::cuda {
namespace {

using ir::FieldKind;
using ir::PackedFields;
using ir::RecordField;
using ir::RecordRow;

constexpr int64_t kMostThreads = 1024;  // of a block, on every architecture
constexpr const char* kAxes[] = {".x", ".y", ".z"};

// An extent as a constant; 1 where the author gave fewer.
std::optional<int64_t> Extent(const PackedFields& fields, const std::string& group, int axis) {
  std::string name = group + kAxes[axis];
  return fields.Find(name).defined() ? fields.Constant(name) : std::optional<int64_t>(1);
}

Failure Wrong(const RecordRow& row, const std::string& field, int64_t got, const std::string& rule,
              const Span& span) {
  return Fail(DK::BadAttribute, span, {"T." + std::string(row.name), field, std::to_string(got), rule});
}

// `whole` is made of complete `part`s along each axis.
Status CheckMultiple(const RecordRow& row, const PackedFields& fields, const std::string& whole,
                     const std::string& part, const Span& span) {
  if (!fields.Has(part) || !fields.Has(whole)) return Ok{};
  for (int axis = 0; axis < 3; ++axis) {
    auto a = Extent(fields, whole, axis), b = Extent(fields, part, axis);
    if (a && b && *b > 0 && *a % *b != 0)
      return Wrong(row, whole + kAxes[axis], *a,
                   "a multiple of `" + part + kAxes[axis] + "`, which is " + std::to_string(*b), span);
  }
  return Ok{};
}

Status CheckLaunch(const RecordRow& row, const PackedFields& fields, const PackedFields*, const Span& span) {
  __int128 threads = 1;
  for (int axis = 0; axis < 3; ++axis) threads *= Extent(fields, "block", axis).value_or(1);
  if (threads > kMostThreads)
    return Fail(DK::BadAttribute, span,
                {"T." + std::string(row.name), "block",
                 threads > INT64_MAX ? "too large" : std::to_string(int64_t(threads)) + " threads",
                 "at most " + std::to_string(kMostThreads) + " threads"});
  TIRX_RETURN_IF_FAILED(CheckMultiple(row, fields, "grid", "cluster", span));
  TIRX_RETURN_IF_FAILED(CheckMultiple(row, fields, "grid", "preferred_cluster", span));
  TIRX_RETURN_IF_FAILED(CheckMultiple(row, fields, "preferred_cluster", "cluster", span));
  if (!fields.Has("preferred_cluster")) return Ok{};
  auto z = Extent(fields, "preferred_cluster", 2), cluster_z = Extent(fields, "cluster", 2);
  if (z && cluster_z && *z != *cluster_z)
    return Wrong(row, "preferred_cluster.z", *z,
                 "equal to `cluster.z`, which is " + std::to_string(*cluster_z), span);
  return Ok{};
}

Failure WrongFlag(const RecordRow& row, const std::string& flag, const std::string& seen,
                  const std::string& rule, const Span& span) {
  return Fail(DK::BadAttribute, span, {"T." + std::string(row.name), flag, "True for " + seen, rule});
}

Status CheckClusterSize(const RecordRow& row, const PackedFields& launch, const Span& span) {
  constexpr const char* kFlag = "required_cluster_size";
  if (!launch.Has("cluster"))
    return WrongFlag(row, kFlag, "a launch without clusters", "used with `cluster`", span);
  if (launch.Has("preferred_cluster"))
    return WrongFlag(row, kFlag, "clusters of two sizes", "used without `preferred_cluster`", span);
  for (int axis = 0; axis < 3; ++axis)
    if (!Extent(launch, "cluster", axis))
      return WrongFlag(row, kFlag, "clusters of unknown size", "used with constant extents of `cluster`",
                       span);
  return Ok{};
}

Status CheckKernel(const RecordRow& row, const PackedFields& fields, const PackedFields* launch,
                   const Span& span) {
  if (launch && fields.Constant("required_cluster_size") == 1) return CheckClusterSize(row, *launch, span);
  if (!launch || fields.Constant("required_block_size") != 1) return Ok{};
  // `__block_size__` alone means clusters of one block, and with a cluster size the grid counts clusters
  // (seen in the PTX of CUDA 13.0: `.reqnctapercluster 1, 1, 1`, `.blocksareclusters`).
  if (launch->Has("cluster"))
    return WrongFlag(row, "required_block_size", "a launch with clusters", "used without `cluster`", span);
  for (int axis = 0; axis < 3; ++axis)
    if (!Extent(*launch, "block", axis))
      return WrongFlag(row, "required_block_size", "a block of unknown size",
                       "used with constant extents of `block`", span);
  return Ok{};
}

// clang-format off
constexpr RecordField kSyncDomains[] = {
    {.name = "default", .fallback = "0", .min = 0, .max = 255, .doc = "The domain that `default` launches use."},
    {.name = "remote",  .fallback = "1", .min = 0, .max = 255, .doc = "The domain that `remote` launches use."},
};
constexpr std::string_view kAccessProps = "normal|streaming|persisting";
constexpr RecordField kWindow[] = {
    {.name = "base_ptr",  .kind = FieldKind::Pointer, .required = true, .doc = "Where the window begins."},
    {.name = "num_bytes", .required = true, .min = 0, .doc = "How long it is."},
    {.name = "hit_ratio", .kind = FieldKind::Float, .fallback = "1.0", .min = 0, .max = 1, .doc = "Share of its accesses that get `hit_prop`."},
    {.name = "hit_prop",  .kind = FieldKind::Choice, .choices = kAccessProps, .fallback = "persisting"},
    {.name = "miss_prop", .kind = FieldKind::Choice, .choices = "normal|streaming", .fallback = "normal"},
};
constexpr RecordField kProgrammaticEvent[] = {
    {.name = "event", .kind = FieldKind::Pointer, .required = true},
    {.name = "flags", .fallback = "0", .min = 0},
    {.name = "trigger_at_block_start", .kind = FieldKind::Flag, .fallback = "False"},
};
constexpr RecordField kCompletionEvent[] = {
    {.name = "event", .kind = FieldKind::Pointer, .required = true},
    {.name = "flags", .fallback = "0", .min = 0},
};

constexpr RecordField kLaunchFields[] = {
    {.name = "grid",  .kind = FieldKind::Dims, .required = true, .min = 1, .max = UINT32_MAX, .tag = "blockIdx", .index = "gpu.block_idx"},
    {.name = "block", .kind = FieldKind::Dims, .required = true, .min = 1, .max = UINT32_MAX, .tag = "threadIdx", .index = "gpu.thread_idx"},
    {.name = "cluster", .kind = FieldKind::Dims, .min = 1, .max = UINT32_MAX, .tag = "clusterCtaIdx", .index = "cuda.cluster_cta_id",
     .doc = "Blocks of a cluster; None is not a cluster of one block."},
    {.name = "preferred_cluster", .kind = FieldKind::Dims, .min = 1, .max = UINT32_MAX, .needs = "cluster", .tag = "preferredClusterCtaIdx"},
    {.name = "dynamic_smem_bytes", .min = 0, .max = UINT32_MAX, .tag = "tirx.use_dyn_shared_memory"},
    {.name = "stream", .kind = FieldKind::Pointer},
    {.name = "cooperative", .kind = FieldKind::Flag, .tag = "tirx.use_cooperative_launch"},
    {.name = "programmatic_stream_serialization", .kind = FieldKind::Flag, .tag = "tirx.use_programtic_dependent_launch"},
    {.name = "cluster_scheduling_policy", .kind = FieldKind::Choice, .choices = "default|spread|load_balancing"},
    {.name = "priority"},
    {.name = "mem_sync_domain", .kind = FieldKind::Choice, .choices = "default|remote"},
    {.name = "mem_sync_domain_map", .kind = FieldKind::Record, .choices = "cuda.MemSyncDomainMap"},
    {.name = "access_policy_window", .kind = FieldKind::Record, .choices = "cuda.AccessPolicyWindow"},
    {.name = "preferred_shared_memory_carveout", .min = 0, .max = 100, .doc = "Percent of the unified memory."},
    {.name = "nvlink_util_centric_scheduling", .kind = FieldKind::Flag},
    {.name = "portable_cluster_size_mode", .min = 0, .max = 2},
    {.name = "shared_memory_mode", .kind = FieldKind::Choice,
     .choices = "default|require_portable|allow_non_portable|allow_oversized|prefer_oversized"},
    {.name = "programmatic_event", .kind = FieldKind::Record, .choices = "cuda.ProgrammaticEvent"},
    {.name = "launch_completion_event", .kind = FieldKind::Record, .choices = "cuda.LaunchCompletionEvent"},
};

// The keys are those that codegen/kernel_attributes.cc reads. A thread has at most 255 registers.
constexpr RecordField kKernelFields[] = {
    {.name = "min_blocks_per_sm", .min = 1, .tag = "tirx.launch_bounds_min_blocks_per_sm",
     .doc = "Blocks that shall fit on a multiprocessor at once."},
    {.name = "max_blocks_per_cluster", .min = 1, .needs = "min_blocks_per_sm", .tag = "tirx.launch_bounds_max_blocks_per_cluster"},
    {.name = "max_registers_per_thread", .min = 1, .max = 255,
     .excludes = "min_blocks_per_sm|max_blocks_per_cluster|required_block_size", .tag = "tirx.max_registers"},
    {.name = "required_block_size", .kind = FieldKind::Flag, .excludes = "max_blocks_per_cluster|required_cluster_size", .tag = "tirx.required_block_size",
     .doc = "The kernel is compiled for this block size and no other."},
    {.name = "required_cluster_size", .kind = FieldKind::Flag, .excludes = "max_blocks_per_cluster|required_block_size",
     .tag = "tirx.required_cluster_size", .doc = "The kernel is compiled for this cluster size and no other."},
};

constexpr RecordRow kRecords[] = {
    {.name = "cuda.LaunchConfig", .use = ir::RecordUse::Launch, .fields = kLaunchFields, .check = CheckLaunch,
     .doc = "How a device entry is launched, with everything that CUDA adds."},
    {.name = "cuda.KernelAttributes", .use = ir::RecordUse::KernelAttributes, .fields = kKernelFields, .check = CheckKernel,
     .doc = "What the compiler may assume of every launch of the kernel."},
    {.name = "cuda.MemSyncDomainMap", .fields = kSyncDomains, .doc = "Numbers of the memory synchronisation domains."},
    {.name = "cuda.AccessPolicyWindow", .fields = kWindow, .doc = "How the L2 cache treats a range of addresses."},
    {.name = "cuda.ProgrammaticEvent", .fields = kProgrammaticEvent, .doc = "An event that blocks trigger by themselves."},
    {.name = "cuda.LaunchCompletionEvent", .fields = kCompletionEvent, .doc = "An event recorded when all blocks have begun."},
};
// clang-format on

}  // namespace

void RegisterLaunchRecords(backend::Registrar& registrar) {
  registrar.Add(kRecords);
}

}  // namespace tirx::cuda
