// SPDX-License-Identifier: Apache-2.0
// Device functions to a C file that stands for itself: its second line says how it is compiled.
#pragma once

#include <string>
#include <string_view>

#include "codegen/generator.h"

namespace tirx::cpu {

Result<codegen::DeviceSource> GenerateCpu(const Array<ir::Function>& functions, const target::Target& target);

// What the compiler is told of the processor, "-march=native"; read back from the text, which is all that a
// toolchain is given.
inline constexpr std::string_view kOptionsLine = "// Compile with: ";
std::string MachineOptions(const target::Target& target);

}  // namespace tirx::cpu
