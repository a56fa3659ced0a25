// SPDX-License-Identifier: Apache-2.0
// The target of a build, from what the caller names and what configurations say of the architecture.
#pragma once

#include "ir/function.h"
#include "target/backend_config.h"

namespace tirx::target {

// A generic target (one without an architecture, or none at all) gets that of `config`, or, where every
// device entry of `module` names one, that of the first; otherwise it stays as it is. Without a target, the
// kind is the one named like the backend that is configured; the result is undefined where nothing is
// configured. Fails for a part of a backend that the target does not belong to, and for two architectures.
// Does not look for devices. `module` may be undefined.
Result<Target> PrepareTarget(const Target& target, const BackendConfigs& config, const ir::IRModule& module);

}  // namespace tirx::target
