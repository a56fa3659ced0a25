// SPDX-License-Identifier: Apache-2.0
// Whether the libtvm_ffi in this process is one that tirx was built for: tvm-ffi promises nothing about its
// C++ ABI.
#pragma once

#include <string>

namespace tirx {

// Empty when it fits; otherwise what was found and what is needed.
std::string FfiVersionProblem();

}  // namespace tirx
