// SPDX-License-Identifier: Apache-2.0
// Views of an artifact as text.
#pragma once

#include <string>
#include <string_view>

#include "driver/artifact.h"

namespace tirx::driver {

// "source" (or the unit's language), "ptx", "sass", "resources", "config", "log", "argv", "host"; device
// units one after another.
Result<std::string> Inspect(const Artifact& artifact, std::string_view what);
// Tool, options and, per kernel, registers, spills, stack, shared and constant memory; "-" for what is not
// known.
std::string ResourceTable(const DeviceBinary& binary);

}  // namespace tirx::driver
