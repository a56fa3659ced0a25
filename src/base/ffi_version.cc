// SPDX-License-Identifier: Apache-2.0
#include "base/ffi_version.h"

#include <tvm/ffi/c_api.h>

namespace tirx {

std::string FfiVersionProblem() {
  TVMFFIVersion found{};
  TVMFFIGetVersion(&found);
  if (found.major == TVM_FFI_VERSION_MAJOR && found.minor == TVM_FFI_VERSION_MINOR &&
      found.patch == TVM_FFI_VERSION_PATCH)
    return "";
  auto text = [](unsigned major, unsigned minor, unsigned patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  };
  return "tirx was built for tvm-ffi " +
         text(TVM_FFI_VERSION_MAJOR, TVM_FFI_VERSION_MINOR, TVM_FFI_VERSION_PATCH) +
         ", but this process has " + text(found.major, found.minor, found.patch) +
         "; install the version of `apache-tvm-ffi` that requirements.txt pins";
}

}  // namespace tirx
