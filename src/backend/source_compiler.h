// SPDX-License-Identifier: Apache-2.0
// Compiling source text outside of a build: on its own, and for modules that were saved as source.
#pragma once

#include <string>

#include "backend/toolchain.h"
#include "ir/registry.h"
#include "target/backend_config.h"

namespace tirx::backend {

// Compiles `text` for a target of a kind that has a toolchain: defaults < target < `config`. Without an
// architecture, that of the device here.
Result<DeviceBinary> CompileText(const std::string& text, const target::Target& target,
                                 const target::BackendConfigs& config);

// For each kind with a toolchain the global function `tirx_callback_<kind>_compile`, (text, configuration as
// JSON) -> [image, format], with which the runtime's loaders compile modules that hold source. It sees the
// saved configuration and no other target. One that somebody else registered stays.
void OfferSourceCompilers(const ir::Snapshot& snapshot);

}  // namespace tirx::backend
