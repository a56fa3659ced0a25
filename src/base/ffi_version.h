// SPDX-License-Identifier: Apache-2.0
// Whether the libtvm_ffi in this process is one that tirx was built for: tvm-ffi promises nothing about its
// C++ ABI.
#pragma once

namespace tirx {

// Ends the process with a message where it does not fit: going on would corrupt memory, since object layouts
// differ. The first thing that libtirx_runtime does when it is loaded, and so before libtirx is.
void RequireFfiVersion();

}  // namespace tirx
