// SPDX-License-Identifier: Apache-2.0
// A backend in a shared library: C text for a machine that does not exist, with a row of every kind. Build it
// with the CMakeLists.txt beside it, then
//
//   TIRX_BACKEND_PATH=build tirx list intrinsics --by backend
//
// or tirx.backend.load_library("build/libtirx_backend_sample.so"). docs/adding/backend.md explains the rows.
#include "backend/detector.h"
#include "backend/plugin.h"
#include "backend/toolchain.h"
#include "codegen/c_family.h"
#include "ir/op.h"
#include "ir/record.h"
#include "pass/pipelines.h"
#include "script/alias.h"
#include "sim/op_context.h"
#include "target/backend_config.h"

namespace {

using namespace tirx;           // NOLINT: one small file
using namespace tirx::codegen;  // NOLINT: the names of the type sets

// ---- the language: `T.sample.answer()` and its like

// What the simulator does for each lane.
void SimulateAnswer(sim::OpContext& ctx) {
  int32_t* result = ctx.Result<int32_t>();
  for (int lane = 0; lane < ctx.lanes(); ++lane) result[lane] = 42;
}

const ir::NamespaceRow kNamespaces[] = {{"sample", "What the sample machine can do."}};

const ir::OpRow kOps[] = {
    {.name = "sample.answer",
     .type = ir::rule::ReturnsInt32,
     .emit = "sample_answer()",
     .sim = SimulateAnswer,
     .doc = "A number.",
     .source = "the sample machine's manual, section 1"},
};
const ir::OpFamilyRow kFamily{"T.sample", "Operations of the sample machine.", kOps};

const script::AliasRow kAliases[] = {{"sample.thread_idx", "gpu.thread_idx"}};

const ir::RecordField kHintFields[] = {{.name = "priority", .kind = ir::FieldKind::Int}};
const ir::RecordRow kRecords[] = {
    {.name = "sample.Hint", .use = ir::RecordUse::Part, .fields = kHintFields, .doc = "For launches."},
};

// ---- the target

const target::TargetAttr kAttrs[] = {{"arch", target::AttrKind::Text, "\"v1\""}};
const target::TargetKindRow kKinds[] = {
    {.name = "sample", .device_type = kDLExtDev, .attrs = kAttrs, .doc = "A machine that does not exist."},
};
const target::TargetTagRow kTags[] = {
    {"sample/small", R"({"kind":"sample","arch":"v1"})", "the sample machine's manual, section 2"},
};

Result<target::Target> Detect(int) {
  return target::Parse("sample/small");
}
const backend::DetectorRow kDetectors[] = {{"sample", Detect}};

// {"sample": {"arch": "v1"}}, and nothing else.
Result<Attrs> CheckConfig(const Attrs& given) {
  for (const auto& [key, value] : given)
    if (View(key) != "arch")
      return Fail(DK::BadBackendConfig, Span(), {"of `sample`", "there is one key, `arch`"});
  return given;
}
Attrs NoDefaults() {
  return {};
}
const target::ConfigSchemaRow kSchema[] = {{"sample", CheckConfig, NoDefaults}};

// ---- passes, code, binary

Result<ir::IRModule> SampleNothing(ir::IRModule module, const pass::PassContext&) {
  return module;
}
const pass::PassRow kPasses[] = {
    {"sample-nothing", SampleNothing, pass::kAnyContent, pass::kNothing, false, "Where a pass would stand."}};

std::vector<std::string_view> Passes() {
  std::vector<std::string_view> passes = pass::GpuPipeline();
  passes.insert(passes.begin(), "sample-nothing");
  return passes;
}
const pass::PipelineRow kPipelines[] = {{"sample", Passes, "As for GPUs."}};

constexpr TypeRow kTypes[] = {
    {kBool, "_Bool"},
    {kI32, "int"},
    {kI64, "long long"},
    {.type = kF32, .name = "float", .infinity = "__builtin_inff()", .nan = "__builtin_nanf(\"\")"},
};
constexpr ScopeRow kScopes[] = {{.scope = "local", .declare = "{T} {name}[{n}];"}, {.scope = "global"}};
constexpr EmitRow kEmits[] = {
    {"gpu.thread_idx", kAnyType, "sample_thread({\"axis\"})"},
    {"gpu.block_idx", kAnyType, "sample_block({\"axis\"})"},
};

Result<DeviceSource> Generate(const Array<ir::Function>& functions, const target::Target& target) {
  static const Dialect dialect = {.language = "sample",
                                  .types = kTypes,
                                  .scopes = kScopes,
                                  .ops = kEmits,
                                  .function_prefix = "static",
                                  .helper_prefix = "static inline",
                                  .struct_literal = "({T})",
                                  .trap = "__builtin_trap()"};
  return GenerateC(functions, target, dialect);
}
const GeneratorRow kGenerators[] = {{"sample", Generate, "C with calls of the sample machine."}};

// The text is the binary.
Result<backend::DeviceBinary> Build(const backend::BuildRequest& build) {
  backend::DeviceBinary binary;
  binary.format = "c";
  binary.image = build.source.text;
  binary.backend_config = build.config;
  return binary;
}
const backend::ToolchainRow kToolchains[] = {{.name = "sample", .build = Build, .module_kind = "sample"}};

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  registrar.Add(kTags);
  registrar.Add(kDetectors);
  registrar.Add(kSchema);
  registrar.AddFamily(kFamily);
  registrar.Add(kAliases);
  registrar.Add(kRecords);
  registrar.Add(kPasses);
  registrar.Add(kPipelines);
  registrar.Add(kGenerators);
  registrar.Add(kToolchains);
}

const backend::Backend kBackend{"sample", Register, "An example: a machine that does not exist.",
                                kNamespaces};

}  // namespace

TIRX_BACKEND_LIBRARY(kBackend)
