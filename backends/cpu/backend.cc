// SPDX-License-Identifier: Apache-2.0
// The cpu backend: functions in loop form (no device entry) to C, which the machine's compiler makes vector
// instructions of.
//
// The machine. A few cores, each of which does best on long straight loops over neighbouring elements: 4 to
// 16 float32 values an instruction. Iterations of `T.parallel` are shared among the cores, a run of
// neighbours to each; there are no barriers, so nothing waits in the middle of a loop. The compiler sees
// whole loops, with pointers that do not overlap, and vectorises them itself; `T.vectorized` promises nothing
// that is not proven.
//
// What is scarce. Memory bandwidth, and the caches that help with it: the order of loops is what counts. The
// stack: arrays of a kernel stand on it.
//
// Memory. One, the host's own. What a parallel loop has stored is there for what follows it; between its
// iterations there are only atomics.
//
// What is generated. C11 that GCC and clang take, one static function a kernel. A parallel loop is a loop
// from `begin` to `end`, its two last parameters. `tirx_call_<kernel>` unpacks the runtime's arguments.
// Results are those of the simulator, bit for bit, but for the mathematical functions: nothing is contracted
// or reordered.
#include "backend/backend.h"

#include <algorithm>

#include "backend/toolchain.h"
#include "backends/cpu/codegen/dialect.h"
#include "backends/cpu/codegen/generate.h"
#include "backends/cpu/detector.h"
#include "backends/cpu/pass/check_constructs.h"
#include "backends/cpu/pass/enter_loops.h"
#include "backends/cpu/pass/simd_loops.h"
#include "backends/cpu/toolchain/compile.h"
#include "pass/pipelines.h"

namespace tirx::cpu {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"arch", AttrKind::Text, "the processor, as the compiler's -march names it: x86-64-v3, native (without one)"},
    {"vector_bits", AttrKind::Int, "the width of vectors that the compiler prefers: 128, 256 or 512"},
    {"num_threads", AttrKind::Int, "the threads of parallel loops; without it, the processors that the process may use"},
};

// Levels: System V ABI, "AMD64 Architecture Processor Supplement" 1.0, table 3.1.
const target::TargetTagRow kTags[] = {
    {"cpu/native", R"({"kind":"cpu","arch":"native"})", "the processor that compiles"},
    {"cpu/x86-64", R"({"kind":"cpu","arch":"x86-64"})", "x86-64 psABI 1.0, table 3.1"},
    {"cpu/x86-64-v2", R"({"kind":"cpu","arch":"x86-64-v2"})", "x86-64 psABI 1.0, table 3.1"},
    {"cpu/x86-64-v3", R"({"kind":"cpu","arch":"x86-64-v3","vector_bits":256})", "x86-64 psABI 1.0, table 3.1"},
    {"cpu/x86-64-v4", R"({"kind":"cpu","arch":"x86-64-v4","vector_bits":512})", "x86-64 psABI 1.0, table 3.1"},
};
// clang-format on

constexpr std::string_view kArchCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
constexpr int64_t kMaxThreads = 1024;

Status CheckAttrs(const Attrs& attrs) {
  std::string arch(ir::AttrOr<String>(attrs, "arch", "native"));
  if (arch.empty() || arch.find_first_not_of(kArchCharacters) != std::string::npos)
    return Fail(DK::BadTarget, Span(), {"cpu", "`arch` is what -march takes, not `" + arch + "`"});
  int64_t bits = ir::AttrOr<int64_t>(attrs, "vector_bits", 128);
  if (bits != 128 && bits != 256 && bits != 512)
    return Fail(DK::BadTarget, Span(),
                {"cpu", "`vector_bits` is 128, 256 or 512, not " + std::to_string(bits)});
  int64_t threads = ir::AttrOr<int64_t>(attrs, "num_threads", 1);
  if (threads < 1 || threads > kMaxThreads)
    return Fail(DK::BadTarget, Span(), {"cpu", "`num_threads` is 1 to 1024, not " + std::to_string(threads)});
  return Ok{};
}

const target::TargetKindRow kKinds[] = {
    {.name = "cpu",
     .device_type = kDLCPU,
     .attrs = kAttrs,
     .max_threads_per_block = 1,
     .check = CheckAttrs,
     .native_types = NativeTypesOf,
     .doc = "Loops on the processor, through the machine's C compiler."},
};

const codegen::GeneratorRow kGenerators[] = {
    {.name = "cpu", .generate = GenerateCpu, .doc = "C11."},
};

// clang-format off
const pass::PassRow kPasses[] = {
    {"cpu-check-constructs", CheckConstructs, pass::kAnyContent, pass::kNothing, false, "What loops on a processor do not have is refused where it was written."},
    {"cpu-enter-loops", EnterLoops, pass::kAnyContent, pass::kAnyContent, false, "Functions in loop form are host code around device entries."},
    {"cpu-simd-loops", SimdLoops, pass::kVectorizedLoops, pass::kNothing, false, "Iterations of vectorised loops are independent."},
};
// clang-format on

std::vector<std::string_view> Passes() {
  std::vector<std::string_view> passes{"cpu-check-constructs"};
  for (std::string_view pass : pass::GpuPipeline()) {
    if (pass == "bind-target") passes.push_back("cpu-enter-loops");
    // Addresses have 64 bits, and compilers prove more about indices that have as many.
    if (pass == "narrow-index") continue;
    passes.push_back(pass == "vectorize-loops" ? "cpu-simd-loops" : pass);
  }
  return passes;
}

std::vector<std::string_view> SimulatedPasses() {
  std::vector<std::string_view> passes = pass::SimulatorPipeline();
  passes.insert(std::find(passes.begin(), passes.end(), "bind-target"), "cpu-enter-loops");
  return passes;
}

const pass::PipelineRow kPipelines[] = {
    {.name = "cpu",
     .passes = Passes,
     .doc = "GPUs' order, after loops have become entries; loops stay loops.",
     .simulated = SimulatedPasses},
};

const backend::ToolchainRow kToolchains[] = {
    {.name = "cpu", .build = Build, .module_kind = "cpu"},
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

extern constinit const backend::Backend kBackend{"cpu", Register,
                                                 "Processors: loops, through the C compiler."};

}  // namespace tirx::cpu
