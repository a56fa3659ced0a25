// SPDX-License-Identifier: Apache-2.0
// The `cuda` part of `backend_config` (target/backend_config.h): six optional keys, the public struct, and
// what a compile makes of them.
#pragma once

#include "backends/cuda/toolchain/compile.h"
#include "sim/numeric_mode.h"
#include "target/backend_config.h"
#include "tirx/cuda.h"

namespace tirx::cuda {

extern const target::ConfigSchemaRow kConfigSchema[1];

// From the part as targets, calls and entries carry it; checked.
Result<BackendConfig> BackendConfigFrom(const Attrs& part);
// From {"cuda": {...}}.
Result<BackendConfig> ParseConfig(std::string_view json);

// The arguments of the chosen compiler: its own list, then the assembler's. `config` is resolved.
std::vector<std::string> CompilerOptions(const BackendConfig& config);
// How `source` is compiled. Fails when the format that is asked for cannot hold it.
Result<CompileRequest> RequestFor(const std::string& source, const BackendConfig& config);

// How device arithmetic behaves with these options, for the simulator.
sim::NumericMode NumericModeOf(const BackendConfig& config);

}  // namespace tirx::cuda
