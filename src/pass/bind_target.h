// SPDX-License-Identifier: Apache-2.0
// Establishes: every function has the attribute `target`. Exported functions get the device target with its
// host; private ones the device target without a host where device code calls them, the host target where
// host code does or where they have a device entry, and become two functions, `<name>` and `<name>_host`,
// where both do. Runs first: everything after it asks a function where it runs. Relies on: calls of module
// functions being GlobalVar calls of functions that exist (the verifier).
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> BindTarget(ir::IRModule module, const PassContext& context);

// Where a function's host code runs: the target's host, or the target itself when it is one.
target::Target HostOf(const target::Target& target);

// Whether all of it runs on the device; exported functions hold host code around device entries.
bool IsDeviceFunction(const ir::Function& function);

// Whether the function's own code launches.
bool HasDeviceEntry(const ir::Function& function);

// "name", or "name_1", "name_2", ...: the first that no function of the module has.
std::string UniqueFunctionName(const ir::IRModule& module, const std::string& name);

}  // namespace tirx::pass
