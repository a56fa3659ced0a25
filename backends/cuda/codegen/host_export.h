// SPDX-License-Identifier: Apache-2.0
// A host program and its device modules as one C++ file: an ordinary C++17 library in tvm-ffi's conventions
// that finds the driver by itself. docs/export_cuda_host.md says how it is built and used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/result.h"
#include "runtime/host_program.h"
#include "runtime/payload.h"

namespace tirx::cuda {

// Texts of this folder and of runtime/ that such files carry; tools/embed_text.cmake makes the strings.
extern const std::string_view kArchitectureCheckText;  // runtime/architecture_check.h
extern const std::string_view kTensorMapCheckText;     // runtime/tensor_map_check.h
extern const std::string_view kHostDriverText;         // codegen/support/host_driver.h
extern const std::string_view kHostImageText;          // codegen/support/host_image.h
extern const std::string_view kHostLaunchText;         // codegen/support/host_launch.h
extern const std::string_view kHostTensorMapText;      // codegen/support/host_tensor_map.h

// Modules that hold source are compiled with the configuration that they carry. Fails where a kernel is in no
// module or in two, and where a module cannot be embedded.
Result<std::string> ExportHost(const runtime::HostProgram& program,
                               std::vector<runtime::DevicePayload> modules);

}  // namespace tirx::cuda
