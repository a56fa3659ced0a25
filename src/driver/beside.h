// SPDX-License-Identifier: Apache-2.0
// Generated code beside the lines of the script that it came from, for terminals.
#pragma once

#include <string>
#include <string_view>

#include "driver/compile.h"

namespace tirx::driver {

// What a toolchain lists ("ptx", "sass") of a program, two columns; compiles each device module anew. Kernels
// that were brought as binaries have no lines and are left out.
//
//    7      v = A[i] * 2.0  | ld.global.f32 %f1, [%rd4];
//                           | add.f32 %f2, %f1, %f1;
//
// Nothing on the left: the line above, or code that no line of the script asked for.
Result<std::string> Beside(const ir::IRModule& module, const CompileOptions& options, std::string_view what);

// One module's part: `listing` is of `source`.
std::string BesideScript(const codegen::DeviceSource& source,
                         const std::vector<backend::ListedLine>& listing);

}  // namespace tirx::driver
