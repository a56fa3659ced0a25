// SPDX-License-Identifier: Apache-2.0
// Device binaries as text for people.
#pragma once

#include <string>

#include "driver/toolchain.h"

namespace tirx::cli {

// Tool, options and, per kernel, registers, spills, stack, shared and constant memory; "-" for what is not known.
std::string ResourceTable(const driver::DeviceBinary& binary);

}  // namespace tirx::cli
