// SPDX-License-Identifier: Apache-2.0
#include "driver/compile.h"

#include <chrono>

#include "codegen/host_bytecode.h"
#include "driver/library.h"

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

std::string_view PipelineName(const CompileOptions& options) {
  return options.executor == Executor::Simulator ? "simulator" : View(options.target->kind);
}

bool IsHostFunction(const ir::Function& function) {
  if (!ir::HasAttr(function->attrs, ir::attr::kTarget)) return true;
  auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
  auto* kind = target::FindKind(View(target->kind));
  return kind == nullptr || kind->is_host;
}

std::string ConfigOf(const ir::Function& function) {
  return std::string(ir::AttrOr<String>(function->attrs, ir::attr::kBackendConfig, String("")));
}

// Device functions by target and configuration, in program order of their first function.
std::vector<DeviceUnit> GroupDeviceFunctions(const ir::IRModule& module) {
  std::vector<DeviceUnit> units;
  std::vector<std::string> keys;
  for (const ir::Function& function : module->functions) {
    if (IsHostFunction(function)) continue;
    auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
    std::string key = target::ToJson(target) + "\n" + ConfigOf(function);
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

template <class Row>
Result<const Row*> RowFor(const target::Target& target, DK missing) {
  auto* row = ir::CurrentSnapshot().Find<Row>(View(target->kind));
  if (!row) return Fail(missing, Span(), {View(target->kind)});
  return row;
}

Status GenerateSources(Compiled* compiled) {
  for (DeviceUnit& unit : compiled->units) {
    TIRX_TRY(auto* generator, RowFor<codegen::GeneratorRow>(unit.target, DK::NoGenerator));
    TIRX_TRY(unit.source, generator->generate(unit.functions, unit.target));
  }
  return Ok{};
}

Status BuildBinaries(const CompileOptions& options, Compiled* compiled) {
  for (DeviceUnit& unit : compiled->units) {
    TIRX_TRY(auto* toolchain, RowFor<ToolchainRow>(unit.target, DK::NoToolchain));
    std::string own = ConfigOf(unit.functions[0]);
    TIRX_TRY(std::string resolved,
             toolchain->resolve(unit.target, own.empty() ? options.backend_config : own));
    TIRX_TRY(unit.binary, toolchain->build(unit.source, resolved));
  }
  return Ok{};
}

}  // namespace

Result<ir::IRModule> Lower(const ir::IRModule& module, const CompileOptions& options) {
  EnsureLibrary();
  auto* pipeline = ir::CurrentSnapshot().Find<pass::PipelineRow>(PipelineName(options));
  if (!pipeline) return Fail(DK::NoPipeline, Span(), {View(options.target->kind)});
  pass::PassContext context{options.target, options.pass_options, options.verify};
  return pass::RunPasses(module, pipeline->passes(), context, options.instruments);
}

Result<Compiled> Generate(const ir::IRModule& module, const CompileOptions& options) {
  Compiled compiled;
  compiled.executor = options.executor;
  {
    StageClock clock("passes", &compiled.times);
    TIRX_TRY(compiled.module, Lower(module, options));
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

Result<Compiled> Compile(const ir::IRModule& module, const CompileOptions& options) {
  TIRX_TRY(Compiled compiled, Generate(module, options));
  if (options.executor == Executor::Simulator) return compiled;
  {
    StageClock clock("compile", &compiled.times);
    TIRX_RETURN_IF_FAILED(BuildBinaries(options, &compiled));
  }
  return compiled;
}

}  // namespace tirx::driver
