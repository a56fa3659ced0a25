// SPDX-License-Identifier: Apache-2.0
// Device units of kernels that come from outside of the script (script/forms_external.cc): their text is
// compiled like generated text, their binaries are taken as they are, after checks.
#pragma once

#include "driver/compile.h"

namespace tirx::driver {

bool IsExternal(const DeviceUnit& unit);
// What tells units of kernels from outside apart, beside their target and configuration; "" for all others.
std::string ExternalKey(const ir::Function& function);

// Text to compile, or to look at; of a binary that is no text, nothing.
Result<codegen::DeviceSource> ExternalSource(const DeviceUnit& unit);
// The device code, in which each kernel of the unit is, with the parameters that its calls pass. Errors stand
// at the call.
Result<DeviceBinary> BuildExternal(const DeviceUnit& unit, const ToolchainRow& toolchain,
                                   const std::string& config, double seconds_limit);

}  // namespace tirx::driver
