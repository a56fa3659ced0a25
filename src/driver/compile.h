// SPDX-License-Identifier: Apache-2.0
// From a module to something that runs: passes, code generation, the device toolchain, host bytecode.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/toolchain.h"
#include "ir/function.h"
#include "pass/pass.h"
#include "runtime/host_program.h"

namespace tirx::driver {

using backend::DeviceBinary;
using backend::KernelResources;
using backend::ToolchainRow;

enum class Executor {
  Device,     // compile device code; calls need a device
  Simulator,  // no device code; kernels run on the simulator
};

struct CompileOptions {
  target::Target target;
  std::string backend_config;  // JSON, target/backend_config.h; "" says nothing
  Executor executor = Executor::Device;
  std::map<std::string, std::string> pass_options;
  std::vector<pass::Instrument*> instruments;
  bool verify = false;
  double compile_timeout = backend::kCompileSeconds;  // of each device module, in seconds
};

struct StageTime {
  std::string stage;  // "passes", "codegen", "compile", "host"
  double milliseconds;
};

// Device functions of one target and configuration, as far as they were taken.
struct DeviceUnit {
  target::Target target;
  Array<ir::Function> functions;
  codegen::DeviceSource source;
  DeviceBinary binary;
};

struct Compiled {
  ir::IRModule module;  // after the last pass
  runtime::HostProgram host;
  std::vector<DeviceUnit> units;  // empty for the simulator
  std::vector<StageTime> times;
  Executor executor = Executor::Device;
};

// Whether the environment asks for executables that hold source instead of device code
// (TIRX_COMPILE_FORCE_FALLBACK): no compiler is started; whoever loads one compiles it.
bool KeepsSource();

// Runs the passes alone.
Result<ir::IRModule> Lower(const ir::IRModule& module, const CompileOptions& options);
// Passes and device source, no toolchain.
Result<Compiled> Generate(const ir::IRModule& module, const CompileOptions& options);
// The same, with all that is checked where device code is to be made.
Result<Compiled> GenerateForDevice(const ir::IRModule& module, const CompileOptions& options);
// A device compiler's problems, each at the line of the script that the offending line was generated for.
Failure AtScript(const DeviceUnit& unit, Failure problems);
// Everything.
Result<Compiled> Compile(const ir::IRModule& module, const CompileOptions& options);

}  // namespace tirx::driver
