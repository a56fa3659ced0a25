// SPDX-License-Identifier: Apache-2.0
// PTX and SASS by line: instructions with the lines of the source that they came from, as the compiler's line
// tables (`-lineinfo`) have it.
#pragma once

#include <string_view>
#include <vector>

#include "backend/toolchain.h"

namespace tirx::cuda {

// `source` is the name of the file whose lines are meant, without its folders. Lines of other files (headers)
// are left out, but not those that their functions were inlined into.
// PTX ISA, 11.5 ".loc", ".file".
std::vector<backend::ListedLine> ListPtx(std::string_view text, std::string_view source);
// What `nvdisasm --print-line-info-inline` prints.
std::vector<backend::ListedLine> ListSass(std::string_view text, std::string_view source);

}  // namespace tirx::cuda
