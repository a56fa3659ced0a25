// SPDX-License-Identifier: Apache-2.0
// Compiling for Python, and what comes of it.
#include <tvm/ffi/container/tensor.h>

#include "driver/artifact.h"
#include "driver/beside.h"
#include "driver/executable.h"
#include "driver/export.h"
#include "driver/files.h"
#include "driver/host_source.h"
#include "driver/inspect.h"
#include "driver/run_on_device.h"
#include "python/native/callback_instrument.h"
#include "python/native/failure.h"
#include "python/native/native.h"
#include "target/prepare_target.h"

namespace tirx::python {
namespace {

// A compiled module and the functions that run it.
struct ExecutableNode : Object {
  driver::Artifact artifact;
  ffi::Module module{ffi::UnsafeInit{}};
  ir::IRModule lowered;                  // undefined for one that was loaded
  std::vector<driver::StageTime> times;  // empty for one that was loaded
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindUniqueInstance;
  TIRX_FIELDS((void)f)
  TIRX_NODE(ExecutableObject, ExecutableNode, "tirx.python.Executable", ObjectRef, Object)
};

Result<driver::CompileOptions> OptionsFrom(const Map<String, Any>& given) {
  driver::CompileOptions options;
  auto text = [&](const char* key) { return std::string(given[key].cast<String>()); };
  TIRX_TRY(target::BackendConfigs config, target::CopyBackendConfig(given["backend_config"]));
  options.backend_config = target::BackendConfigJson(config);
  TIRX_TRY(options.target, target::Parse(text("target")));
  if (!text("arch").empty()) {
    TIRX_TRY(options.target, target::WithArch(options.target, text("arch")));
  }
  options.verify = given["verify"].cast<bool>();
  options.compile_timeout = given["compile_timeout"].cast<double>();
  bool simulate = text("executor") == "simulator";
  options.executor = simulate ? driver::Executor::Simulator : driver::Executor::Device;
  for (const auto& [name, value] : given["pass_options"].cast<Map<String, String>>())
    options.pass_options.emplace(std::string(name), std::string(value));
  return options;
}

std::vector<std::string> Names(const Any& given) {
  std::vector<std::string> names;
  for (const String& name : given.cast<Array<String>>()) names.emplace_back(name);
  return names;
}

// Memory that a block goes on using: Python copies it before it lets the kernel go on.
struct BlocksMemory {
  void* data;
  void AllocData(DLTensor* tensor) { tensor->data = data; }
  void FreeData(DLTensor*) {}
};

// By name; a second tensor of a name gets a number.
Map<String, ffi::Tensor> SharedTensors(const sim::Warp& warp) {
  Map<String, ffi::Tensor> tensors;
  for (const sim::SharedArray& array : sim::SharedMemoryOf(warp)) {
    std::string name = array.name;
    for (int k = 1; tensors.count(name); ++k) name = array.name + "_" + std::to_string(k);
    tensors.Set(name, ffi::Tensor::FromNDAlloc(BlocksMemory{array.data},
                                               ffi::ShapeView(array.shape.data(), array.shape.size()),
                                               array.dtype, DLDevice{kDLCPU, 0}));
  }
  return tensors;
}

Result<sim::RunOptions> SimulatorOptionsFrom(const Map<String, Any>& given) {
  sim::RunOptions options;
  TIRX_TRY(options.checks, driver::ChecksFrom(Names(given["no_check"]), Names(given["check"])));
  options.threads = int(given["threads"].cast<int64_t>());
  options.step_budget = uint64_t(given["max_steps"].cast<int64_t>());
  const String trace = given["trace"].cast<String>();
  if (!trace.empty()) {
    TIRX_TRY(options.trace, driver::TraceFrom(trace));
    if (given["on_trace"] != nullptr)
      options.trace.line = [callback = given["on_trace"].cast<ffi::Function>()](
                               const Span& place, const std::string& what, const sim::Warp& warp) {
        const bool known = place.defined();
        auto shared = ffi::Function::FromTyped([&warp] { return SharedTensors(warp); });
        callback(String(known ? place->file->name : "?"), int64_t(known ? place->line : 0), String(what),
                 shared);
      };
  }
  return options;
}

// "auto" becomes "device" where an architecture is named or a device gives one.
Result<Map<String, Any>> ChooseExecutor(const ir::IRModule& module, Map<String, Any> given) {
  if (given["executor"].cast<String>() != "auto") return given;
  TIRX_TRY(driver::CompileOptions options, OptionsFrom(given));
  given.Set("executor", String("device"));
  TIRX_TRY(target::BackendConfigs config, target::ParseBackendConfig(options.backend_config));
  TIRX_TRY(options.target, target::PrepareTarget(options.target, config, module));
  if (options.target->HasArch()) return given;
  driver::RunDevice device = driver::FindDevice(options.target);
  if (device.found) {
    if (!device.arch.empty()) given.Set("arch", String(device.arch));
  } else {
    given.Set("executor", String("simulator"));
    given.Set("why", String(device.why_not));
  }
  return given;
}

Result<ExecutableObject> Compile(const ir::IRModule& module, const Map<String, Any>& given) {
  TIRX_TRY(driver::CompileOptions options, OptionsFrom(given));
  Callbacks watching(given["callbacks"].cast<Array<Any>>());
  options.instruments = watching.instruments();
  auto result = driver::Compile(module, options);
  watching.RaiseFirst();
  TIRX_TRY(driver::Compiled compiled, std::move(result));
  auto node = ffi::make_object<ExecutableNode>();
  driver::SimulatorOptions simulator;
  const auto run = given["simulator"].cast<Map<String, Any>>();
  TIRX_TRY(simulator.run, SimulatorOptionsFrom(run));
  if (run["on_report"] != nullptr)
    simulator.on_report = [callback = run["on_report"].cast<ffi::Function>()](
                              const std::string& kernel, const sim::LaunchReport& report) {
      callback(String(kernel), int64_t(report.steps), int64_t(report.shared_bytes),
               int64_t(report.shadow_bytes));
    };
  TIRX_TRY(node->module, driver::MakeExecutable(compiled, simulator));
  node->artifact = driver::MakeArtifact(compiled);
  node->lowered = compiled.module;
  node->times = std::move(compiled.times);
  return ExecutableObject(std::move(node));
}

Result<ExecutableObject> Load(const String& path) {
  TIRX_TRY(std::string bytes, driver::ReadFile(path));
  auto node = ffi::make_object<ExecutableNode>();
  TIRX_TRY(node->artifact, driver::LoadArtifact(bytes, path));
  TIRX_TRY(node->module, driver::MakeExecutable(node->artifact));
  return ExecutableObject(std::move(node));
}

Result<ir::IRModule> Lower(const ir::IRModule& module, const Map<String, Any>& given) {
  TIRX_TRY(driver::CompileOptions options, OptionsFrom(given));
  return driver::Lower(module, options);
}

// Keeps what each pass makes of the module.
class StageRecorder : public pass::Instrument {
 public:
  explicit StageRecorder(Array<Any>* stages) : stages_(*stages) {}
  void AfterPass(std::string_view name, const ir::IRModule& module) override {
    stages_.push_back(Array<Any>{String(std::string(name)), module});
  }

 private:
  Array<Any>& stages_;
};

Result<Array<Any>> LowerStages(const ir::IRModule& module, const Map<String, Any>& given) {
  TIRX_TRY(driver::CompileOptions options, OptionsFrom(given));
  Array<Any> stages;
  StageRecorder recorder(&stages);
  options.instruments.push_back(&recorder);
  TIRX_RETURN_IF_FAILED(driver::Lower(module, options));
  return stages;
}

Result<std::string> GenerateSource(const ir::IRModule& module, const Map<String, Any>& given) {
  TIRX_TRY(driver::CompileOptions options, OptionsFrom(given));
  TIRX_TRY(driver::Compiled compiled, driver::Generate(module, options));
  std::string text;
  for (const auto& unit : compiled.units) text += unit.source.text;
  return text;
}

Result<std::string> SideBySide(const ir::IRModule& module, const Map<String, Any>& given,
                               const String& what) {
  TIRX_TRY(driver::CompileOptions options, OptionsFrom(given));
  return driver::Beside(module, options, View(what));
}

// -1 where the format of the device code does not tell.
Array<Any> Resources(const ExecutableObject& executable) {
  Array<Any> rows;
  for (const auto& unit : executable->artifact.units) {
    for (const auto& kernel : unit.binary.resources)
      rows.push_back(Map<String, Any>{{"name", String(kernel.kernel)},
                                      {"registers", kernel.registers},
                                      {"spill_bytes", kernel.spill_bytes},
                                      {"stack_bytes", kernel.stack_bytes},
                                      {"static_shared_bytes", kernel.static_shared_bytes},
                                      {"constant_bytes", kernel.constant_bytes}});
  }
  return rows;
}

// Exported functions and their signatures, in program order.
Map<String, String> Functions(const ExecutableObject& executable) {
  runtime::HostProgram program;
  Map<String, String> functions;
  if (!runtime::LoadHostProgram(executable->artifact.host_program, &program).ok()) return functions;
  for (const auto& function : program.functions)
    if (function.exported) functions.Set(function.name, function.signature);
  return functions;
}

Status ExportLibrary(const ExecutableObject& executable, const String& path, const Map<String, Any>& given) {
  auto text = [&](const char* key) { return std::string(given[key].cast<String>()); };
  return driver::ExportLibrary(
      executable->artifact, path,
      {given["system_library"].cast<bool>(), text("prefix"), text("cc"), Names(given["options"])});
}

}  // namespace

void RegisterDriverFunctions() {
  RegisterNode<ExecutableNode>();
  Define("choose_executor", [](const ir::IRModule& module, const Map<String, Any>& options) {
    return ToPython(ChooseExecutor(module, options));
  });
  Define("compile", [](const ir::IRModule& module, const Map<String, Any>& options) {
    return ToPython(Compile(module, options));
  });
  Define("lower", [](const ir::IRModule& module, const Map<String, Any>& options) {
    return ToPython(Lower(module, options));
  });
  Define("lower_stages", [](const ir::IRModule& module, const Map<String, Any>& options) {
    return ToPython(LowerStages(module, options));
  });
  Define("generate_source", [](const ir::IRModule& module, const Map<String, Any>& options) {
    return ToPython(GenerateSource(module, options));
  });
  Define("side_by_side", [](const ir::IRModule& module, const Map<String, Any>& options, const String& what) {
    return ToPython(SideBySide(module, options, what));
  });
  Define("load_executable", [](const String& path) { return ToPython(Load(path)); });
  Define("save_executable", [](const ExecutableObject& executable, const String& path) {
    return ToPython(driver::WriteArtifact(executable->artifact, path));
  });
  Define("export_library",
         [](const ExecutableObject& executable, const String& path, const Map<String, Any>& options) {
           return ToPython(ExportLibrary(executable, path, options));
         });
  Define("executable_module", [](const ExecutableObject& executable) { return executable->module; });
  Define("executable_lowered", [](const ExecutableObject& executable) { return executable->lowered; });
  Define("executable_inspect", [](const ExecutableObject& executable, const String& what) {
    return ToPython(driver::Inspect(executable->artifact, View(what)));
  });
  Define("host_source", [](const ffi::Module& executable, const String& backend) {
    return ToPython(driver::HostSource(executable, View(backend)));
  });
  Define("write_host_source", [](const ffi::Module& executable, const String& backend, const String& path) {
    return ToPython(driver::WriteHostSource(executable, View(backend), path));
  });
  Define("executable_functions", Functions);
  Define("executable_resources", Resources);
  Define("executable_times", [](const ExecutableObject& executable) {
    Map<String, Any> times;
    for (const auto& time : executable->times) times.Set(time.stage, time.milliseconds);
    return times;
  });
}

}  // namespace tirx::python
