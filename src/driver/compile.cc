// SPDX-License-Identifier: Apache-2.0
#include "driver/compile.h"

#include <chrono>
#include <cstdlib>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "codegen/host_bytecode.h"
#include "diag/suggest.h"
#include "driver/external_kernel.h"
#include "driver/kept_source.h"
#include "driver/library.h"
#include "driver/run_on_device.h"
#include "pass/bind_backend_config.h"
#include "target/prepare_target.h"

namespace tirx::driver {
namespace {

// Measures one stage, from construction to destruction.
class StageClock {
 public:
  StageClock(std::string stage, std::vector<StageTime>* times) : stage_(std::move(stage)), times_(times) {}
  ~StageClock() {
    std::chrono::duration<double, std::milli> elapsed = Clock::now() - start_;
    times_->push_back({stage_, elapsed.count()});
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::string stage_;
  std::vector<StageTime>* times_;
  Clock::time_point start_ = Clock::now();
};

// The target kinds that code is generated for.
std::vector<std::string_view> GeneratedKinds() {
  return ir::CurrentSnapshot().Names<codegen::GeneratorRow>();
}

// The passes to run; NoPipeline where the kind's backend brings none.
Result<std::vector<std::string_view>> PassesFor(const CompileOptions& options) {
  const ir::Snapshot& rows = ir::CurrentSnapshot();
  auto* own = rows.Find<pass::PipelineRow>(View(options.target->kind));
  if (options.executor == Executor::Simulator)
    return own && own->simulated ? own->simulated() : rows.Find<pass::PipelineRow>("simulator")->passes();
  if (own) return own->passes();
  return Fail(DK::NoPipeline, Span(), {View(options.target->kind), diag::AllOf(GeneratedKinds())});
}

// What a message about a missing architecture says of the devices here.
std::string WhyNoDevice(const target::Target& target) {
  RunDevice device = FindDevice(target);
  return device.found ? "" : ", since " + device.why_not;
}

// The architecture of the device here, where nobody names one.
Result<target::Target> WithDevice(const target::Target& target) {
  if (target->HasArch() || target::ConfiguredBackend(target).empty()) return target;
  RunDevice device = FindDevice(target);
  return device.found && !device.arch.empty() ? target::WithArch(target, device.arch)
                                              : Result<target::Target>(target);
}

enum class Goal { Text, DeviceCode };  // IR and source to look at need no architecture

Result<pass::PassContext> MakeContext(const ir::IRModule& module, const CompileOptions& options, Goal goal) {
  pass::PassContext context;
  context.options = options.pass_options;
  context.verify = options.verify;
  TIRX_TRY(target::BackendConfigs config, target::ParseBackendConfig(options.backend_config));
  TIRX_TRY(context.target, target::PrepareTarget(options.target, config, module));
  context.backend_config = target::BackendConfigJson(config);
  context.device_code = goal == Goal::DeviceCode && options.executor == Executor::Device;
  if (!context.device_code) return context;
  TIRX_TRY(context.target, WithDevice(context.target));
  if (!context.target->HasArch()) context.why_no_arch = WhyNoDevice(context.target);
  return context;
}

bool IsHostFunction(const ir::Function& function) {
  if (!ir::HasAttr(function->attrs, ir::attr::kTarget)) return true;
  auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
  auto* kind = target::FindKind(View(target->kind));
  return kind == nullptr || kind->is_host;
}

// Device functions by target and configuration, kernels from outside by their source too, in program order of
// their first function.
std::vector<DeviceUnit> GroupDeviceFunctions(const ir::IRModule& module) {
  std::vector<DeviceUnit> units;
  std::vector<std::string> keys;
  for (const ir::Function& function : module->functions) {
    if (IsHostFunction(function)) continue;
    auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
    std::string key = pass::BindingOf(function->attrs).Key() + ExternalKey(function);
    size_t i = 0;
    while (i < keys.size() && keys[i] != key) ++i;
    if (i == keys.size()) {
      keys.push_back(key);
      units.emplace_back();
      units.back().target = target;
    }
    units[i].functions.push_back(function);
  }
  return units;
}

// Null: the target's backend has none.
template <class Row>
const Row* RowFor(const target::Target& target) {
  return ir::CurrentSnapshot().Find<Row>(View(target->kind));
}

Status GenerateSources(Compiled* compiled) {
  for (DeviceUnit& unit : compiled->units) {
    if (IsExternal(unit)) {
      TIRX_TRY(unit.source, ExternalSource(unit));
      continue;
    }
    auto* generator = RowFor<codegen::GeneratorRow>(unit.target);
    if (!generator)
      return Fail(DK::NoGenerator, Span(), {View(unit.target->kind), diag::AllOf(GeneratedKinds())});
    TIRX_TRY(unit.source, generator->generate(unit.functions, unit.target));
  }
  return Ok{};
}

// The source itself, to be compiled by whoever loads it.
DeviceBinary SourceOf(const DeviceUnit& unit, const pass::Binding& binding) {
  DeviceBinary binary;
  binary.format = unit.source.language;
  binary.image = unit.source.text;
  binary.arch = binding.target->arch();
  binary.backend_config = binding.config;
  return binary;
}

// "cu" of "cu ptx cubin"; else the language's name.
std::string_view SuffixOf(const ToolchainRow& toolchain, const codegen::DeviceSource& source) {
  std::string_view first = toolchain.external_formats.substr(0, toolchain.external_formats.find(' '));
  return first.empty() ? source.language : first;
}

Status BuildBinary(DeviceUnit* unit, double seconds_limit) {
  auto* toolchain = RowFor<ToolchainRow>(unit->target);
  if (!toolchain) return Fail(DK::NoToolchain, Span(), {View(unit->target->kind)});
  pass::Binding binding = pass::BindingOf(unit->functions[0]->attrs);
  if (IsExternal(*unit)) {
    TIRX_TRY(unit->binary, BuildExternal(*unit, *toolchain, binding.config, seconds_limit));
    return Ok{};
  }
  if (KeepsSource()) {
    unit->binary = SourceOf(*unit, binding);
    return Ok{};
  }
  TIRX_TRY(std::string kept, KeepSource(unit->source, SuffixOf(*toolchain, unit->source)));
  auto built = toolchain->build({unit->source, binding.config, seconds_limit, kept});
  if (!built.ok()) return AtScript(*unit, built.failure());
  unit->binary = *std::move(built);
  return Ok{};
}

// Units do not depend on one another, so they compile at once. The errors of all are kept, in their order.
Status BuildBinaries(Compiled* compiled, double seconds_limit) {
  std::vector<Status> results(compiled->units.size(), Ok{});
  ParallelFor(compiled->units.size(), [&](size_t i) {
    if (!Interrupted()) results[i] = BuildBinary(&compiled->units[i], seconds_limit);
  });
  if (Interrupted()) return Fail(DK::Interrupted, Span(), {"device code was compiled"});
  diag::Diagnostics errors;
  for (const Status& result : results)
    errors.insert(errors.end(), result.diagnostics().begin(), result.diagnostics().end());
  if (!errors.empty()) return Failure(std::move(errors));
  return Ok{};
}

// A time that is no number fails here too.
Status CheckTimeout(double seconds) {
  if (seconds > 0) return Ok{};
  return Fail(
      DK::BadArgument, Span(),
      {"compile_timeout", "it is " + std::to_string(seconds) + "; it must be a positive number of seconds"});
}

Result<ir::IRModule> LowerFor(const ir::IRModule& module, const CompileOptions& options, Goal goal) {
  EnsureLibrary();
  TIRX_TRY(std::vector<std::string_view> passes, PassesFor(options));
  TIRX_TRY(pass::PassContext context, MakeContext(module, options, goal));
  return pass::RunPasses(module, passes, context, options.instruments);
}

Result<Compiled> GenerateFor(const ir::IRModule& module, const CompileOptions& options, Goal goal) {
  Compiled compiled;
  compiled.executor = options.executor;
  {
    StageClock clock("passes", &compiled.times);
    TIRX_TRY(compiled.module, LowerFor(module, options, goal));
  }
  {
    StageClock clock("host", &compiled.times);
    TIRX_TRY(compiled.host, codegen::GenerateHostProgram(compiled.module));
  }
  if (options.executor == Executor::Simulator) return compiled;
  {
    StageClock clock("codegen", &compiled.times);
    compiled.units = GroupDeviceFunctions(compiled.module);
    TIRX_RETURN_IF_FAILED(GenerateSources(&compiled));
  }
  return compiled;
}

}  // namespace

bool KeepsSource() {
  const char* force = std::getenv("TIRX_COMPILE_FORCE_FALLBACK");
  return force && *force && std::string_view(force) != "0";
}

Result<ir::IRModule> Lower(const ir::IRModule& module, const CompileOptions& options) {
  return LowerFor(module, options, Goal::Text);
}

Result<Compiled> Generate(const ir::IRModule& module, const CompileOptions& options) {
  return GenerateFor(module, options, Goal::Text);
}

Result<Compiled> GenerateForDevice(const ir::IRModule& module, const CompileOptions& options) {
  TIRX_RETURN_IF_FAILED(CheckTimeout(options.compile_timeout));
  return GenerateFor(module, options, Goal::DeviceCode);
}

Failure AtScript(const DeviceUnit& unit, Failure problems) {
  for (diag::Diagnostic& problem : problems.diagnostics()) {
    if (!problem.span.defined() || problem.span->file->text != unit.source.text) continue;
    const size_t at = size_t(problem.span->line) - 1;
    if (at >= unit.source.line_spans.size() || !unit.source.line_spans[at].defined()) continue;
    problem.notes.push_back({unit.source.line_spans[at], "it was generated for this"});
  }
  return problems;
}

Result<Compiled> Compile(const ir::IRModule& module, const CompileOptions& options) {
  TIRX_TRY(Compiled compiled, GenerateForDevice(module, options));
  if (options.executor == Executor::Simulator) return compiled;
  {
    StageClock clock("compile", &compiled.times);
    TIRX_RETURN_IF_FAILED(BuildBinaries(&compiled, options.compile_timeout));
  }
  return compiled;
}

}  // namespace tirx::driver
