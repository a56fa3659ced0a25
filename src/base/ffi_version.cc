// SPDX-License-Identifier: Apache-2.0
#include "base/ffi_version.h"

#include <tvm/ffi/c_api.h>

#include <cstdio>
#include <cstdlib>

namespace tirx {

void RequireFfiVersion() {
  TVMFFIVersion found{};
  TVMFFIGetVersion(&found);
  if (found.major == TVM_FFI_VERSION_MAJOR && found.minor == TVM_FFI_VERSION_MINOR &&
      found.patch == TVM_FFI_VERSION_PATCH)
    return;
  std::fprintf(stderr,
               "tirx was built for tvm-ffi %d.%d.%d, but this process has %u.%u.%u; install the version of "
               "`apache-tvm-ffi` that requirements.txt pins\n",
               TVM_FFI_VERSION_MAJOR, TVM_FFI_VERSION_MINOR, TVM_FFI_VERSION_PATCH, unsigned(found.major),
               unsigned(found.minor), unsigned(found.patch));
  std::_Exit(3);
}

}  // namespace tirx
