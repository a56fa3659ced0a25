// SPDX-License-Identifier: Apache-2.0
// The OpenCL backend: GPUs and CPUs of many vendors, through OpenCL C text that the device's own driver
// compiles.
//
// The machine. A launch is a range of work-items in work-groups: the grid's threads and blocks. A group runs
// on one compute unit and its items may meet at a barrier; groups have no order. How many items run in lock
// step, the vendor does not say, and OpenCL C 1.2 has no operations among them: no shuffles, no votes. What a
// block computes together goes through local memory; so do subgroups, of 32 threads as on the simulator,
// where all threads of the block come along (pass/emulate_subgroups.h).
//
// What is scarce. Local memory: 32 KiB is what a full-profile device must have. Threads a block: 256 is what
// can be expected. The device says more of itself (detector.cc), and refuses a larger block at the launch.
//
// Memory. Four address spaces that are part of a pointer's type: __global, __local, __constant, __private.
// Buffers are handles, not addresses; runtime/buffers.h makes addresses of them. A barrier orders both global
// and local memory within the group; across groups only atomics of 32 bits do.
//
// What is generated. OpenCL C 1.2 without extensions but double precision: kernels `__kernel`, local memory
// declared at their start, dynamic shared memory as a last argument. 16-bit floats are kept as their bits and
// computed with in float32, since half arithmetic is an extension that many devices lack. The artifact is the
// text (format "cl"); each device's driver builds it on first use.
#include "backend/backend.h"

#include "backend/toolchain.h"
#include "backends/opencl/codegen/dialect.h"
#include "backends/opencl/detector.h"
#include "backends/opencl/pass/check_constructs.h"
#include "backends/opencl/pass/emulate_subgroups.h"
#include "backends/opencl/pass/share_reductions.h"
#include "pass/pipelines.h"

namespace tirx::opencl {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"max_threads_per_block", AttrKind::Int},
    {"max_shared_memory_per_block", AttrKind::Int},
    {"thread_warp_size", AttrKind::Int},
    {"max_num_threads", AttrKind::Int},
    {"max_function_args", AttrKind::Int},
    {"texture_spatial_limit", AttrKind::Int},
    {"texture_depth_limit", AttrKind::Int},
    {"image_base_address_alignment", AttrKind::Int},
    {"device", AttrKind::Text, "the family, `adreno`"},
    {"features", AttrKind::Json, "of that family: clml, texture"},
};

const target::TargetKindRow kKinds[] = {
    {.name = "opencl",
     .device_type = kDLOpenCL,
     .attrs = kAttrs,
     .native_types = NativeTypesOf,
     .doc = "GPUs and CPUs through OpenCL C 1.2."},
};

const target::TargetTagRow kTags[] = {
    {"opencl/pocl", R"({"kind":"opencl","max_threads_per_block":4096,"max_shared_memory_per_block":1048576})",
     "clinfo on PoCL 3.1"},
    {"opencl/minimum", R"({"kind":"opencl","max_threads_per_block":1,"max_shared_memory_per_block":32768})",
     "OpenCL specification 1.2, table 4.3: the least of a full-profile device"},
};

const codegen::GeneratorRow kGenerators[] = {
    {.name = "opencl", .generate = GenerateOpencl, .doc = "OpenCL C 1.2."},
};

const pass::PassRow kPasses[] = {
    {"opencl-check-constructs", CheckConstructs, pass::kAnyContent, pass::kNothing, false, "What OpenCL C lacks is refused where it was written."},
    {"opencl-emulate-subgroups", EmulateSubgroups, pass::kAnyContent, pass::kAnyContent, false, "Lanes exchange values through local memory."},
    {"opencl-share-reductions", ShareReductions, pass::kAnyContent, pass::kAnyContent, false, "Reductions over a block go through local memory."},
};
// clang-format on

std::vector<std::string_view> Passes() {
  std::vector<std::string_view> passes;
  for (std::string_view pass : pass::GpuPipeline()) {
    // Last before anything rewrites what the author wrote.
    if (pass == "bind-backend-config") passes.push_back("opencl-check-constructs");
    if (pass == "lower-thread-allreduce") passes.push_back("opencl-share-reductions");
    passes.push_back(pass);
    // It shuffles where the target tells the size of subgroups.
    if (pass == "lower-thread-allreduce") passes.push_back("opencl-emulate-subgroups");
  }
  return passes;
}

const pass::PipelineRow kPipelines[] = {
    {.name = "opencl", .passes = Passes, .doc = "GPUs' order, with what OpenCL C lacks refused or replaced."},
};

// The text is the artifact: drivers compile, each for its own device.
Result<backend::DeviceBinary> Build(const backend::BuildRequest& build) {
  backend::DeviceBinary binary;
  binary.format = "cl";
  binary.image = build.source.text;
  binary.backend_config = build.config.empty() ? "{}" : build.config;
  binary.tool = "the device's driver";
  return binary;
}

Result<std::string> Inspect(const backend::DeviceBinary& binary, std::string_view what) {
  if (what == "cl") return binary.image;
  return Fail(DK::CannotInspect, Span(), {what, binary.format});
}

const backend::ToolchainRow kToolchains[] = {
    {.name = "opencl", .build = Build, .inspect = Inspect, .module_kind = "opencl"},
};

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  registrar.Add(kTags);
  registrar.Add(kDetectors);
  registrar.Add(kGenerators);
  registrar.Add(kPasses);
  registrar.Add(kPipelines);
  registrar.Add(kToolchains);
}

}  // namespace

extern constinit const backend::Backend kBackend{"opencl", Register, "GPUs and CPUs, through OpenCL C 1.2."};

}  // namespace tirx::opencl
