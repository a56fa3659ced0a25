// SPDX-License-Identifier: Apache-2.0
// Compiling a script for a device, or for the simulator.
#pragma once

#include <string>
#include <vector>

#include "tirx/runtime.h"
#include "tirx/script.h"
#include "tirx/transform.h"

namespace tirx {

enum class Executor { Device, Simulator };

struct CompileOptions {
  std::string target = "cuda";  // a kind, a tag ("nvidia/nvidia-h100") or JSON
  std::string arch = {};        // exact, such as "sm_90a"; needed for a device unless the target names one
  std::string backend_config = "{}";     // JSON: {"cuda": {"compiler": "nvcc", ...}}
  double compile_timeout = 600;          // seconds that the device compiler may take for each module
  Executor executor = Executor::Device;  // the simulator needs no device, no toolkit and no architecture
  PassOptions pass_options = {};
  std::vector<PassInstrument*> instruments = {};  // of the passes; they outlive the call
  bool verify = false;                            // the IR before and after every pass
};

// Throws Error for anything wrong with the script, the options or the device compiler's input.
Executable Compile(const Script& script, const CompileOptions& options = {});
// The generated device source alone; needs no device compiler.
std::string GenerateSource(const Script& script, const CompileOptions& options = {});

}  // namespace tirx
