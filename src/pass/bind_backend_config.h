// SPDX-License-Identifier: Apache-2.0
// Establishes: functions and device entries of targets with a configuration carry it whole, as the attribute
// `backend_config` (canonical JSON, target::BindConfig), and the attribute `target` with the architecture
// that it names. Precedence: defaults < target < compile call < function < device entry. Runs right after
// `bind-target`: everything that depends on the architecture comes later, each entry with its own. Relies on:
// `bind-target`.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> BindBackendConfig(ir::IRModule module, const PassContext& context);

// The configuration and the target that a device entry or a function was given.
struct Binding {
  target::Target target;
  std::string config;
  std::string Key() const { return target::ToJson(target) + "\n" + config; }
};
Binding BindingOf(const Attrs& attrs);

}  // namespace tirx::pass
