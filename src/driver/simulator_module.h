// SPDX-License-Identifier: Apache-2.0
// The simulator as a device module: runs the kernels of a lowered module on host memory.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <functional>
#include <string>
#include <vector>

#include "diag/result.h"
#include "ir/function.h"
#include "sim/simulator.h"

namespace tirx::driver {

struct SimulatorOptions {
  sim::RunOptions run;
  // Sees the report of every launch, before faults are raised.
  std::function<void(const std::string& kernel, const sim::LaunchReport& report)> on_report;
};

// The checks that are made by default, but without some and with others, by name.
Result<sim::Checks> ChecksFrom(const std::vector<std::string>& without, const std::vector<std::string>& with);
// The thread whose values are traced: "thread=(bx,by,bz,tx,ty,tz)". Its lines go to standard output.
Result<sim::Trace> TraceFrom(const std::string& text);

// Kernels are translated here; faults at run time are raised as RuntimeError whose text is the rendered
// report.
Result<ffi::Module> MakeSimulatorModule(const ir::IRModule& lowered, SimulatorOptions options = {});

}  // namespace tirx::driver
