// SPDX-License-Identifier: Apache-2.0
// Texts of files of this repository that generated host code carries; tools/embed_text.cmake makes the
// strings.
#pragma once

#include <string>
#include <string_view>

namespace tirx::codegen {

extern const std::string_view kFfiAbiText;         // codegen/support/ffi_abi.h
extern const std::string_view kFloatBitsText;      // base/float_bits.h
extern const std::string_view kHostArithText;      // runtime/host_arith.h
extern const std::string_view kDeviceNamesText;    // runtime/device_type_names.h
extern const std::string_view kHostErrorText;      // runtime/host_error.h
extern const std::string_view kHostArgumentsText;  // runtime/host_arguments.h
extern const std::string_view kHostCallsText;      // runtime/host_calls.h
extern const std::string_view kLaunchCheckText;    // runtime/launch_check.h
extern const std::string_view kLibraryText;        // codegen/support/library.h

// The text without its `#include`s of this repository: those texts stand before it.
std::string WithoutOwnIncludes(std::string_view text);

}  // namespace tirx::codegen
