// SPDX-License-Identifier: Apache-2.0
// The CUDA backend: NVIDIA GPUs, through CUDA C++ text that NVRTC or nvcc compiles.
//
// The machine. A GPU is up to some 150 streaming multiprocessors (SMs) over one memory. A kernel is launched
// as a grid of blocks; each block runs on one SM from start to end, several share an SM when their registers
// and shared memory fit, and nobody promises an order or that any two run at once. (Clusters, from sm_90, are
// the exception: their blocks run together and may read each other's shared memory.) A block is up to 1,024
// threads in warps of 32. A warp executes one instruction for all of its lanes that have not branched
// elsewhere; since sm_70 each lane has a program counter of its own, so lanes that part need not meet again
// before somebody says so: that is why the shuffles and votes here name their lanes with a mask and why
// `gpu.sync` in a branch that parts a warp is an error.
//
// What is scarce. 64 Ki registers of 32 bits per SM, divided among resident threads: a thread with more than
// 64 Ki / resident threads lowers occupancy, and above 255 it spills to memory. Shared memory, up to 227 KiB
// per block from sm_90 (48 KiB without opting in), in 32 banks of 4 bytes: lanes that address different rows
// of one bank wait for one another. Bandwidth: a warp's loads are served in 32-byte sectors, so neighbouring
// lanes should read neighbouring bytes, up to 16 at once, which is what vector accesses with a proven
// alignment are for. Arithmetic is cheap, and all latency is hidden by having other warps to run.
//
// How memory is ordered. Weakly. `gpu.sync` orders the block's accesses around it; fences and atomics with a
// scope order more. Two threads that touch an element without such an order, one of them storing, have a
// race.
//
// What is generated. CUDA C++ that reads like what one would write: kernels `extern "C" __global__` under
// their function's name, device functions beside them, tensors as restrict pointers, cells as scalars. The
// head of the file holds what the kernel uses and nothing else, because headers decide how long a compile
// takes. Semantics that C++ leaves open are made explicit: saturating conversions, floor division, wrapping
// narrow integers (src/codegen, the C-family printer; codegen/ here has CUDA's tables for it). PTX
// instructions that C++ does not reach come as intrinsic rows (intrin/).
#include "backend/backend.h"

#include "backends/cuda/build.h"
#include "backends/cuda/codegen/dialect.h"
#include "backends/cuda/config/backend_config.h"
#include "backends/cuda/detector.h"
#include "backends/cuda/intrin/intrin.h"
#include "backends/cuda/launch_records.h"
#include "backends/cuda/tags.h"
#include "backends/cuda/toolchain/arch.h"
#include "pass/pipelines.h"
#include "script/alias.h"

namespace tirx::cuda {
namespace {

using target::AttrKind;

Status CheckTarget(const Attrs& attrs) {
  if (!ir::HasAttr(attrs, "arch")) return Ok{};
  TIRX_TRY(auto arch, ParseArch(View(attrs["arch"].cast<String>())));
  (void)arch;
  return Ok{};
}

// cuda_bf16.h computes with bfloat16 from sm_80 on and converts to float32 before; floats of at most 8 bits
// have conversions only, and the headers name four formats of 8 bits, two of 6 and one of 4 (CUDA Math API,
// "FP8 Intrinsics" and the two after it). Without an architecture, the newest is meant.
target::NativeTypes NativeTypesOf(std::string_view arch) {
  constexpr TypeSet kFnuz = kE4M3B11FNUZ | kE4M3FNUZ | kE5M2FNUZ;
  bool has_bf16 = arch.empty() || ArchNumber(arch) >= 80;
  return {.compute = kAnyType & ~(kSmallFloat | (has_bf16 ? 0 : kBF16)),
          .storage = kAnyType & ~(kFnuz | kE3M4 | kE4M3)};
}

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"arch", AttrKind::Text, "sm_<digits>, with `a` or `f` where meant; without it a compile must give one"},
    {"max_shared_memory_per_block", AttrKind::Int, "bytes without opting in"},
    {"max_shared_memory_per_block_optin", AttrKind::Int, "bytes after opting in"},
    {"last_toolkit", AttrKind::Text, "the last CUDA toolkit that builds for it; left out: they still do"},
    {"max_threads_per_block", AttrKind::Int},
    {"thread_warp_size", AttrKind::Int},
    {"registers_per_block", AttrKind::Int},
    {"l2_cache_size_bytes", AttrKind::Int},
    {"max_num_threads", AttrKind::Int},
};

// CUDA C++ Programming Guide, "Compute Capabilities", "Thread Block Clusters": the largest of all of them.
constexpr target::LaunchMost kLaunchMost[] = {
    {"blockIdx.x", 2147483647}, {"blockIdx.y", 65535},   {"blockIdx.z", 65535},
    {"threadIdx.x", 1024},      {"threadIdx.y", 1024},   {"threadIdx.z", 64},
    {"clusterCtaIdx", 16},      {"preferredClusterCtaIdx", 16},
    {"tirx.use_dyn_shared_memory", 227 * 1024},
};

const target::TargetKindRow kKinds[] = {
    {.name = "cuda",
     .device_type = kDLCUDA,
     .attrs = kAttrs,
     .max_threads_per_block = 1024,
     .max_static_shared_bytes = 49152,  // more is dynamic (Programming Guide, "Compute Capability")
     .subgroup_size = 32,
     .launch_most = kLaunchMost,
     .check = CheckTarget,
     .native_types = NativeTypesOf,
     .doc = "NVIDIA GPUs, through CUDA C++."},
    {.name = "cuda_host",
     .device_type = kDLCPU,
     .is_host = true,
     .default_host = "",
     .doc = "A host that is exported as C++ with its device code embedded; runs like `c` until then."},
};

const codegen::GeneratorRow kGenerators[] = {
    {.name = "cuda", .generate = GenerateCuda, .doc = "CUDA C++."},
};

const pass::PipelineRow kPipelineRows[] = {
    {.name = "cuda", .passes = pass::GpuPipeline, .doc = "The order that all C-like GPU languages share."},
};

// T.cuda spells these too (design/language.md, "Spellings"); they print as T.gpu.
const script::AliasRow kAliases[] = {
    {"cuda.BackendConfig", "BackendConfig"},
    {"cuda.thread_idx", "gpu.thread_idx"},
    {"cuda.block_idx", "gpu.block_idx"},
    {"cuda.block_dim", "gpu.block_dim"},
    {"cuda.grid_dim", "gpu.grid_dim"},
    {"cuda.lane_id", "gpu.lane_id"},
    {"cuda.cta_sync", "gpu.sync"},
    {"cuda.linear_thread_id", "gpu.linear_thread_id"},
    {"cuda.thread_rank", "gpu.linear_thread_id"},
    {"cuda.printf", "gpu.printf"},
    {"cuda.warp_sync", "gpu.subgroup_sync"},
    {"cuda.nano_sleep", "cuda.nanosleep"},
    {"cuda.thread_fence", "cuda.threadfence"},
    {"cuda.ffs_u32", "cuda.ffs"},
    {"cuda.__activemask", "cuda.activemask"},
    {"cuda.__shfl_sync", "cuda.shfl_sync"},
    {"cuda.__shfl_up_sync", "cuda.shfl_up_sync"},
    {"cuda.__shfl_down_sync", "cuda.shfl_down_sync"},
    {"cuda.__shfl_xor_sync", "cuda.shfl_xor_sync"},
    {"cuda.reduce_add_sync_u32", "cuda.reduce_add_sync"},
    {"cuda.reduce_min_sync_u32", "cuda.reduce_min_sync"},
    {"cuda.atomic_add", "gpu.atomic_add"},
    {"cuda.atomic_min", "gpu.atomic_min"},
    {"cuda.atomic_max", "gpu.atomic_max"},
    {"cuda.atomic_and", "gpu.atomic_and"},
    {"cuda.atomic_or", "gpu.atomic_or"},
    {"cuda.atomic_xor", "gpu.atomic_xor"},
    {"cuda.atomic_exchange", "gpu.atomic_exchange"},
    {"cuda.atomic_cas", "gpu.atomic_cas"},
    {"cuda.cta_sum", "gpu.block_sum"},
    {"cuda.cta_max", "gpu.block_max"},
    {"cuda.cta_min", "gpu.block_min"},
};
// clang-format on

const ir::NamespaceRow kNamespaces[] = {{"cuda", "What CUDA has beside `T.gpu`."}};

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  RegisterTags(registrar);
  registrar.Add(kDetectors);
  registrar.Add(kGenerators);
  registrar.Add(kPipelineRows);
  registrar.Add(kConfigSchema);
  registrar.Add(kCudaToolchain);
  registrar.Add(kAliases);
  RegisterLaunchRecords(registrar);
  RegisterBitIntrinsics(registrar);
  RegisterWarpIntrinsics(registrar);
  RegisterBarrierIntrinsics(registrar);
  RegisterIndexIntrinsics(registrar);
  RegisterMemoryIntrinsics(registrar);
  RegisterFastMathIntrinsics(registrar);
  RegisterConvertIntrinsics(registrar);
  RegisterPackedIntrinsics(registrar);
  RegisterDebugIntrinsics(registrar);
  RegisterTimeIntrinsics(registrar);
  RegisterFuncCall(registrar);
}

}  // namespace

extern constinit const backend::Backend kBackend{"cuda", Register, "NVIDIA GPUs, through CUDA C++.",
                                                 kNamespaces};

}  // namespace tirx::cuda
