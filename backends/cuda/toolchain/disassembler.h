// SPDX-License-Identifier: Apache-2.0
// SASS, the machine code as text, by nvdisasm or cuobjdump where one is installed.
#pragma once

#include <string>
#include <string_view>

#include "backends/cuda/toolchain/options.h"
#include "backends/cuda/toolchain/toolkit.h"

namespace tirx::cuda {

struct Disassembly {
  std::string text;
  std::string tool;  // path
};

enum class SassLines { kLeftOut, kPrinted };

// Of a cubin, or of the first cubin in a fatbin. Fails where no disassembler is found.
// The lines of the source that each instruction came from are printed by nvdisasm alone.
Result<Disassembly> Disassemble(Format format, std::string_view bytes, SassLines lines = SassLines::kLeftOut,
                                const ToolkitSearch& search = {});

}  // namespace tirx::cuda
